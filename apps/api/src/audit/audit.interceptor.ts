import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { RequestAudit } from '@libs/audit';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ApiRequest } from '../http/request/request';

/**
 * Runs a handler of the administrators so that what it does is recorded: the success within its own transaction, the
 * failure after it. What guards refuse never gets here, the filter of errors records it.
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
