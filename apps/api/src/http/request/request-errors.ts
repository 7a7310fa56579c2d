import { error } from '../../locales/texts';

export class MalformedRequestError extends error('malformed', 'REQUEST.MALFORMED', 'Malformed request') {}

export class RequestTimeoutError extends error('timed_out', 'REQUEST.TIMEOUT', 'Request timed out') {}

export class RequestTooLargeError extends error('too_large', 'REQUEST.TOO_LARGE', 'Request body too large') {}

export class HeadersTooLargeError extends error(
  'head_too_large',
  'REQUEST.HEADERS_TOO_LARGE',
  'Request headers too large',
) {}

export class UnsupportedMediaTypeError extends error(
  'unsupported_media_type',
  'REQUEST.UNSUPPORTED_MEDIA_TYPE',
  'Unsupported media type',
) {}

export class RouteNotFoundError extends error('not_found', 'ROUTE.NOT_FOUND', 'Route not found') {}

/** Whoever raises it tells the methods that there are in `Allow`. */
export class MethodNotAllowedError extends error(
  'method_not_allowed',
  'REQUEST.METHOD_NOT_ALLOWED',
  'Method not allowed',
) {}

export class UnexpectedError extends error('unexpected', 'INTERNAL.UNEXPECTED', 'Unexpected error') {}

export class AppHeaderRequiredError extends error('malformed', 'APP.HEADER.REQUIRED', 'X-AppID required') {}

export class AppHeaderInvalidError extends error('malformed', 'APP.HEADER.INVALID', 'X-AppID malformed') {}

export class AppHeaderUnavailableError extends error('malformed', 'APP.HEADER.UNAVAILABLE', 'App unavailable') {}

export class TenantHeaderInvalidError extends error('malformed', 'TENANT.HEADER.INVALID', 'X-Tenant-ID malformed') {}

export class RangeNotSatisfiableError extends error(
  'range_not_satisfiable',
  'REQUEST.RANGE_NOT_SATISFIABLE',
  'Range not satisfiable',
) {}
