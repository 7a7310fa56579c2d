import type { IncomingHttpHeaders } from 'node:http';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { RequestAudit } from '@libs/audit';
import { Logger } from '@libs/foundation';
import { InvalidTokenError, PermissionDeniedError, ScopeDeniedError } from '@libs/iam';
import { DomainError, ValidationFailedError, type ErrorKind, type SupportedLocale } from '@libs/kernel';
import { LOCALISED_BY } from './cached-answer';
import type { ErrorResponse } from './error-response.dto';
import { hasOAuthErrors, OAuthErrorResponse } from './oauth-answer';
import { fieldMessage } from '../fields/field-messages';
import type { ApiRequest } from '../request/request';
import {
  MalformedRequestError,
  RequestTooLargeError,
  RouteNotFoundError,
  UnexpectedError,
} from '../request/request-errors';
import { forgetBody } from '../request/unread-body';

/** The default `Retry-After` of errors that ask the client to wait. */
const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** The status of each kind of error. A missing kind does not compile. */
export const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  invalid: 422,
  proof_required: 428,
  too_many: 429,
  head_too_large: 431,
  unavailable: 503,
  unexpected: 500,
};

/** Turns any exception into a problem document (RFC 9457). Anything unforeseen is 500, its cause in the log only. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly audit: RequestAudit,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = toldToClient(this.toDomainError(thrown), request);
    const { status, headers, body } = this.answerTo(error, request);
    request.errorCode = error.definition.code;
    if (status >= 500) this.log(error, thrown, request);
    // Recorded before the answer, so that the audit log contains it when the client reads it.
    if (request.unrecorded) await this.audit.recordRefused(request.unrecorded, error);
    await forgetBody(request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.removeHeader('ETag');
    response.setHeaders(headers);
    // The rest of the request is not awaited.
    if (status === 408) response.setHeader('Connection', 'close');
    response.vary(LOCALISED_BY);
    response.status(status).end(body);
  }

  /** The answer to an error: for programs, unless a surface overrides it. */
  protected answerTo(error: DomainError, request: ApiRequest): ProblemAnswer {
    return problemAnswer(error, request);
  }

  private toDomainError(thrown: unknown): DomainError {
    if (thrown instanceof DomainError) return thrown;
    // Nest throws these itself only where no route matches, or for a body that a platform parser refused.
    if (thrown instanceof HttpException) {
      const status = thrown.getStatus();
      if (status === 404) return new RouteNotFoundError();
      if (status === 413) return new RequestTooLargeError();
      if (status < 500) return new MalformedRequestError({ cause: thrown });
    }
    // Thrown by Express for a path that cannot be decoded.
    if (thrown instanceof URIError) return new MalformedRequestError({ cause: thrown });
    return new UnexpectedError({ cause: thrown });
  }

  private log(error: DomainError, thrown: unknown, request: ApiRequest): void {
    // Deliberate unavailability, such as of a policy that was never published, needs no line beside that of the request.
    if (error.definition.kind === 'unavailable' && error.cause === undefined) return;
    const cause = error.cause ?? thrown;
    const stack = cause instanceof Error ? cause.stack : String(cause);
    this.logger.error({ request_id: request.id, error_code: error.definition.code, stack }, 'request failed');
  }
}

/** What an administrator lacks as a permission, an API client lacks as a scope of the same name. */
function toldToClient(error: DomainError, { apiClient }: ApiRequest): DomainError {
  if (!apiClient || !(error instanceof PermissionDeniedError)) return error;
  return new ScopeDeniedError({ extra: { required_scope: error.extra?.['required_permission'] } });
}

/** The authentication of API clients that request tokens. */
const CLIENT_CHALLENGE = 'Basic realm="AppKernel", charset="UTF-8"';

const BEARER = /^Bearer(?: |$)/i;

interface RefusedRequest {
  readonly id: string;
  readonly path: string;
  readonly locale: SupportedLocale;
  /** Absent if the request could not be parsed. */
  readonly headers?: IncomingHttpHeaders;
}

export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Map<string, string>;
  readonly body: string;
}

/** An error as it is sent. */
export function problemAnswer(error: DomainError, request: RefusedRequest): ProblemAnswer {
  const status = STATUS_OF_KIND[error.definition.kind];
  const headers = new Map([
    ['Content-Type', 'application/problem+json'],
    ['Content-Language', request.locale],
    ['Cache-Control', 'no-store'],
  ]);
  const patience = error.retryAfterSeconds ?? (status === 429 || status === 503 ? DEFAULT_RETRY_AFTER_SECONDS : null);
  if (patience !== null) headers.set('Retry-After', String(Math.max(1, Math.ceil(patience))));
  const challenge = bearerChallenge(error, status, request.headers?.authorization);
  if (challenge !== null) headers.set('WWW-Authenticate', challenge);
  // An unknown route, with another method, is none of RFC 6749.
  if (!hasOAuthErrors(request.path) || error instanceof RouteNotFoundError) {
    return { status, headers, body: JSON.stringify(problem(error, status, request)) };
  }
  headers.set('Content-Type', 'application/json');
  if (status === 401) headers.set('WWW-Authenticate', CLIENT_CHALLENGE);
  return { status, headers, body: JSON.stringify(new OAuthErrorResponse(error.definition)) };
}

/** RFC 6750, section 3: the error of a bearer is included only if one was sent. */
function bearerChallenge(error: DomainError, status: number, authorization: string | undefined): string | null {
  if (error instanceof ScopeDeniedError) {
    return `Bearer error="insufficient_scope", scope="${String(error.extra?.['required_scope'])}"`;
  }
  if (status !== 401) return null;
  const isBad = error instanceof InvalidTokenError && authorization !== undefined && BEARER.test(authorization);
  return isBad ? 'Bearer error="invalid_token"' : 'Bearer';
}

function problem(error: DomainError, status: number, request: RefusedRequest): ErrorResponse {
  const { code, title } = error.definition;
  return {
    type: `urn:appkernel:error:${code}`,
    title,
    status,
    detail: error.detail(request.locale),
    instance: request.path,
    code,
    request_id: request.id,
    ...error.extra,
    ...(error instanceof ValidationFailedError
      ? {
          errors: error.fields.map((field) => ({
            field: field.field,
            code: field.code,
            message: fieldMessage(field, request.locale),
          })),
        }
      : {}),
  };
}
