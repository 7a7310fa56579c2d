import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { FilesService } from '@libs/files';
import { type Permission, PermissionDeniedError } from '@libs/iam';
import { isUuid } from '@libs/kernel';
import type { ApiRequest } from '../../http/request/request';
import { MAX_BATCH } from '../common/admin-requests.dto';

export const DELETES_ANY: Permission = 'files.delete';

/**
 * Without that permission one may delete what one has uploaded. Reads the ids of a batch before the body is validated,
 * since a missing permission is reported before invalid fields.
 */
@Injectable()
export class FileDeletionGuard implements CanActivate {
  constructor(private readonly files: FilesService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { admin } = request;
    if (!admin) throw new Error('This guard must run after the one that finds the administrator');
    const { tenantId, userId, permissions } = admin;
    if (permissions.has(DELETES_ANY)) return true;
    const ids = namedIn(request);
    if (ids.length > 0 && (await this.files.areUploadedBy(tenantId, ids, userId))) return true;
    throw new PermissionDeniedError({ extra: { required_permission: DELETES_ANY } });
  }
}

/** None where something else than ids is named. */
function namedIn({ params, body }: ApiRequest): string[] {
  const ids: unknown =
    params['id'] === undefined ? (body as { ids?: unknown } | undefined | null)?.ids : [params['id']];
  if (!Array.isArray(ids) || ids.length > MAX_BATCH || !ids.every(isUuid)) return [];
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
