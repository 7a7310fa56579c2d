import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class MalformedRequestError extends domainError('malformed', 'REQUEST.MALFORMED', 'Malformed request', TEXTS) {}

export class RequestTimeoutError extends domainError('timed_out', 'REQUEST.TIMEOUT', 'Request timed out', TEXTS) {}

export class RequestTooLargeError extends domainError(
  'too_large',
  'REQUEST.TOO_LARGE',
  'Request body too large',
  TEXTS,
) {}

export class HeadersTooLargeError extends domainError(
  'head_too_large',
  'REQUEST.HEADERS_TOO_LARGE',
  'Request headers too large',
  TEXTS,
) {}

export class UnsupportedMediaTypeError extends domainError(
  'unsupported_media_type',
  'REQUEST.UNSUPPORTED_MEDIA_TYPE',
  'Unsupported media type',
  TEXTS,
) {}

export class RouteNotFoundError extends domainError('not_found', 'ROUTE.NOT_FOUND', 'Route not found', TEXTS) {}

export class UnexpectedError extends domainError('unexpected', 'INTERNAL.UNEXPECTED', 'Unexpected error', TEXTS) {}

export class AppHeaderRequiredError extends domainError(
  'malformed',
  'APP.HEADER.REQUIRED',
  'X-AppID required',
  TEXTS,
) {}

export class AppHeaderInvalidError extends domainError('malformed', 'APP.HEADER.INVALID', 'X-AppID malformed', TEXTS) {}

export class AppHeaderUnavailableError extends domainError(
  'malformed',
  'APP.HEADER.UNAVAILABLE',
  'App unavailable',
  TEXTS,
) {}

export class TenantHeaderInvalidError extends domainError(
  'malformed',
  'TENANT.HEADER.INVALID',
  'X-Tenant-ID malformed',
  TEXTS,
) {}

export class RangeNotSatisfiableError extends domainError(
  'range_not_satisfiable',
  'REQUEST.RANGE_NOT_SATISFIABLE',
  'Range not satisfiable',
  TEXTS,
) {}
