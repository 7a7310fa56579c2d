import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ValidationFailedError } from '@libs/kernel';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { readPermittedBody } from './json-body';
import type { ApiRequest } from './request';

/**
 * Refuses, with 422, a request that is malformed for any route. Runs after the guards, so that a missing App or bearer
 * is reported first, and before the handler's own validation. A body larger than anybody may send is read only here.
 */
@Injectable()
export class RequestFormInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    await readPermittedBody(request, context.switchToHttp().getResponse<Response>());
    if (request.bodyProblem) throw new ValidationFailedError([request.bodyProblem]);
    return next.handle();
  }
}
