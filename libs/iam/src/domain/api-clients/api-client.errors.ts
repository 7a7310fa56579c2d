import { error } from '../../locales/texts';

export class ApiClientLimitError extends error('conflict', 'IAM.API_CLIENT.TOO_MANY', 'Too many API clients') {}

export class ScopeDeniedError extends error('forbidden', 'IAM.SCOPE.DENIED', 'Scope denied') {}

export class AddressDeniedError extends error('forbidden', 'IAM.ADDRESS.DENIED', 'Address denied') {}

/** The errors of RFC 6749: the last part of each code is what it calls them, and their English text goes with it. */
export class OAuthInvalidRequestError extends error('malformed', 'IAM.OAUTH.INVALID_REQUEST', 'Invalid request') {}

export class OAuthInvalidClientError extends error('unauthenticated', 'IAM.OAUTH.INVALID_CLIENT', 'Invalid client') {}

export class OAuthUnsupportedGrantTypeError extends error(
  'malformed',
  'IAM.OAUTH.UNSUPPORTED_GRANT_TYPE',
  'Unsupported grant type',
) {}

export class OAuthInvalidScopeError extends error('malformed', 'IAM.OAUTH.INVALID_SCOPE', 'Invalid scope') {}
