import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ActorNames } from '@libs/iam';
import { VersionConflictError } from '@libs/kernel';
import { catchError, from, mergeMap, type Observable, of } from 'rxjs';
import type { ApiRequest } from '../request/request';
import { ActorResponse } from './actor-response.dto';

/** What has been changed by somebody, as it is told. */
interface ChangedRecord {
  updated_by: ActorResponse | null;
}

/**
 * Tells administrators the names of those who changed what they see: `updated_by` of the answer, of its items, and of the
 * refusal of a change upon an old version. Runs around what holds a transaction open until its answer is kept: a name is
 * not looked up beside one, and what is kept has no names.
 */
@Injectable()
export class NamedActorsInterceptor implements NestInterceptor {
  constructor(private readonly names: ActorNames) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { admin } = context.switchToHttp().getRequest<ApiRequest>();
    if (!admin) throw new Error('This interceptor must run after the guard that finds the administrator');
    const { tenantId } = admin;
    return next.handle().pipe(
      mergeMap((answer: unknown) => {
        const records = recordsIn(answer);
        return records.length > 0 ? from(this.name(tenantId, records).then(() => answer)) : of(answer);
      }),
      catchError((error: unknown) => {
        if (!(error instanceof VersionConflictError)) throw error;
        return from(this.refuse(tenantId, error));
      }),
    );
  }

  private async name(tenantId: string, records: readonly ChangedRecord[]): Promise<void> {
    const ids = new Set(records.flatMap(({ updated_by: by }) => by?.id ?? []));
    const names = ids.size > 0 ? await this.names.of(tenantId, [...ids]) : new Map<string, never>();
    for (const record of records) {
      const { updated_by: by } = record;
      // The service itself has its name already.
      if (!by || by.id === null) continue;
      const known = names.get(by.id);
      record.updated_by = known ? { ...by, type: known.type, display_name: known.displayName } : null;
    }
  }

  private async refuse(tenantId: string, { present }: VersionConflictError): Promise<never> {
    const record: ChangedRecord = {
      updated_by: present.updatedBy === null ? null : new ActorResponse(present.updatedBy),
    };
    await this.name(tenantId, [record]);
    throw new VersionConflictError(present, { updated_at: present.updatedAt.toISOString(), ...record });
  }
}

/** The answer itself, or its items. A repeated one is what was kept of it. */
function recordsIn(answer: unknown): ChangedRecord[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const { items } = answer as { readonly items?: unknown };
  return [answer, ...(Array.isArray(items) ? (items as unknown[]) : [])].filter(isChanged);
}

function isChanged(record: unknown): record is ChangedRecord {
  if (typeof record !== 'object' || record === null) return false;
  const { updated_by: by } = record as Partial<ChangedRecord>;
  return typeof by === 'object' && by !== null;
}
