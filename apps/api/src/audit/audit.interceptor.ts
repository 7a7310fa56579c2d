import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { RequestAudit } from '@libs/audit';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ApiRequest } from '../http/request/request';

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
    delete request.unrecorded;
    return from(this.audit.run(unrecorded, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
