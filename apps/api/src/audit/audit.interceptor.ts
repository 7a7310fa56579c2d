import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { RequestAudit } from '@libs/audit';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { REASON_HEADER, reasonInBody, reasonInHeader } from '../http/fields/reason';
import type { ApiRequest } from '../http/request/request';
import { bodyTypeOf } from '../http/request/route-body';

/**
 * Runs an administrators' handler so that its outcome is recorded: a success within its own transaction, a failure
 * after it. A request that a guard refuses never gets here; the error filter records it.
 */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly audit: RequestAudit) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { unrecorded } = request;
    if (!unrecorded) return next.handle();
    const reason = reasonOf(request, context);
    delete request.unrecorded;
    return from(
      this.audit.run({ ...unrecorded, reason }, () => lastValueFrom(next.handle(), { defaultValue: undefined })),
    );
  }
}

/** Why it is asked for: in the body where there is one, in a header where something is deleted. @throws ValidationFailedError */
function reasonOf({ method, headers, body }: ApiRequest, context: ExecutionContext): string | null {
  if (method === 'DELETE') {
    const header = headers[REASON_HEADER.toLowerCase()];
    return typeof header === 'string' ? reasonInHeader(header) : null;
  }
  const type = bodyTypeOf(context.getClass(), context.getHandler().name);
  return type && reasonInBody(type, body);
}
