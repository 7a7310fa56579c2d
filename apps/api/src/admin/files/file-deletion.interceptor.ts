import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { FilesService } from '@libs/files';
import { type Permission, PermissionDeniedError } from '@libs/iam';
import { isUuid } from '@libs/kernel';
import type { Observable } from 'rxjs';
import type { ApiRequest } from '../../http/request/request';
import { MAX_BATCH } from '../common/admin-requests.dto';

export const DELETES_ANY: Permission = 'files.delete';

/**
 * Without that permission one may delete what one has uploaded. Reads the ids of a batch before the body is validated,
 * since a missing permission is reported before invalid fields. No guard: who repeats a request by its idempotency key
 * gets the first answer, and the files are gone by then.
 */
@Injectable()
export class FileDeletionInterceptor implements NestInterceptor {
  constructor(private readonly files: FilesService) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!(await this.isPermitted(request))) {
      throw new PermissionDeniedError({ extra: { required_permission: DELETES_ANY } });
    }
    return next.handle();
  }

  private async isPermitted(request: ApiRequest): Promise<boolean> {
    const { admin } = request;
    if (!admin) throw new Error('This interceptor must run after the guard that finds the administrator');
    const { tenantId, userId, permissions } = admin;
    if (permissions.has(DELETES_ANY)) return true;
    const ids = namedIn(request);
    return ids.length > 0 && this.files.areUploadedBy(tenantId, ids, userId);
  }
}

/** None where something else than ids is named. */
function namedIn({ params, body }: ApiRequest): string[] {
  const ids: unknown =
    params['id'] === undefined ? (body as { ids?: unknown } | undefined | null)?.ids : [params['id']];
  if (!Array.isArray(ids) || ids.length > MAX_BATCH || !ids.every(isUuid)) return [];
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
