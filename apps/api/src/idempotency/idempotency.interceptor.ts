import {
  Injectable,
  RequestMethod,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { RequestAudit } from '@libs/audit';
import { turnForLong } from '@libs/foundation';
import { ValidationFailedError } from '@libs/kernel';
import {
  IdempotencyKeyReusedError,
  IdempotentRequests,
  isIdempotencyKey,
  RequestRunningError,
  type StoredAnswer,
} from '@libs/operations';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ErrorClass } from '../http/answers/answers';
import { jsonToKeep } from '../http/answers/shown-once';
import type { ApiRequest } from '../http/request/request';
import { uploadFieldsOf } from '../http/request/route-body';
import { readRepeatedUpload } from './repeated-upload';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const REPLAYED = 'Idempotent-Replayed';

/** What any route may answer to a key. */
export const IDEMPOTENCY_ERRORS: readonly ErrorClass[] = [
  IdempotencyKeyReusedError,
  RequestRunningError,
  ValidationFailedError,
];

const USE = 'appkernel:idempotency-key';

type Use = 'optional' | 'required' | 'none';

/** A route that refuses requests without an idempotency key. */
export function RequiresIdempotencyKey(): MethodDecorator {
  return SetMetadata(USE, 'required' satisfies Use);
}

/**
 * A route that takes no notice of the key, because to repeat it does no harm, or because its effects are more than one
 * transaction: say which beside it.
 */
export function IgnoresIdempotencyKey(): ClassDecorator & MethodDecorator {
  return SetMetadata(USE, 'none' satisfies Use);
}

/** What becomes of the key on a route of a surface that has the interceptor. */
export function useOfIdempotencyKey(controller: object, handler: object): Use {
  if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.POST) return 'none';
  const use = [handler, controller].map((place) => Reflect.getMetadata(USE, place) as Use | undefined);
  return use.find((declared) => declared !== undefined) ?? 'optional';
}

/**
 * Lets a request with an idempotency key take effect once: those that repeat it get the first answer. Runs after the
 * guards, so that nobody reads an answer who may not ask any more, and within the audit, which records repetitions, too.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly requests: IdempotentRequests,
    private readonly audit: RequestAudit,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const use = useOfIdempotencyKey(context.getClass(), context.getHandler());
    if (use === 'none') return next.handle();
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()];
    if (key === undefined && use === 'optional') return next.handle();
    if (key === undefined) throw ValidationFailedError.of(IDEMPOTENCY_KEY, 'required');
    // A client that means to be safe must not be let go without.
    if (typeof key !== 'string' || !isIdempotencyKey(key)) throw ValidationFailedError.of(IDEMPOTENCY_KEY, 'not_key');
    const fields = uploadFieldsOf(context.getHandler());
    return from(this.once(key, fields, request, context.switchToHttp().getResponse<Response>(), next));
  }

  /** @param fields of an upload; null for any other request. */
  private async once(
    key: string,
    fields: readonly string[] | null,
    request: ApiRequest,
    response: Response,
    next: CallHandler,
  ): Promise<unknown> {
    const headers = response.getHeaders();
    const identity = { ...callerOf(request), key, operation: operationOf(request) };
    let result: unknown;
    const perform = async (): Promise<unknown> => {
      result = await lastValueFrom(next.handle());
      return result;
    };
    const earlier = fields
      ? await this.requests.receive(
          identity,
          async (last) => {
            request.uploadOnce = (body, change, toAnswer) =>
              last(body, change, (changed) => answerOf(response, headers, toAnswer(changed)));
            await perform();
          },
          () => readRepeatedUpload(request, fields),
        )
      : await this.requests.run({ ...identity, body: request.body }, async () =>
          answerOf(response, headers, await perform()),
        );
    if (!earlier) return result;
    this.audit.expectNoChange();
    response.status(earlier.status).setHeaders(new Map(Object.entries(earlier.headers)));
    response.setHeader(REPLAYED, 'true');
    await turnForLong(earlier.body);
    return JSON.parse(earlier.body);
  }
}

function callerOf({ admin, apiClient }: ApiRequest): { tenantId: string; callerId: string } {
  if (admin) return { tenantId: admin.tenantId, callerId: admin.userId };
  if (apiClient) return { tenantId: apiClient.tenantId, callerId: apiClient.id };
  throw new Error('This route is not behind a guard that finds the caller');
}

function operationOf(request: ApiRequest): readonly unknown[] {
  const { path } = request.route as { path: string };
  return [request.method, path, request.params, request.query, request.managedApp?.id];
}

/** With the headers that the handler has set, and without what is shown once. */
function answerOf(response: Response, before: ReturnType<Response['getHeaders']>, result: unknown): StoredAnswer {
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    value === before[name] || value === undefined ? [] : [[name, String(value)] as const],
  );
  return { status: response.statusCode, headers: Object.fromEntries(headers), body: jsonToKeep(result) };
}
