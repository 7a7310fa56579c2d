import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class ApiClientLimitError extends domainError(
  'conflict',
  'IAM.API_CLIENT.TOO_MANY',
  'Too many API clients',
  TEXTS,
) {}

export class ScopeDeniedError extends domainError('forbidden', 'IAM.SCOPE.DENIED', 'Scope denied', TEXTS) {}

export class AddressDeniedError extends domainError('forbidden', 'IAM.ADDRESS.DENIED', 'Address denied', TEXTS) {}

/** The errors of RFC 6749: the last part of each code is what it calls them, and their English text goes with it. */
export class OAuthInvalidRequestError extends domainError(
  'malformed',
  'IAM.OAUTH.INVALID_REQUEST',
  'Invalid request',
  TEXTS,
) {}

export class OAuthInvalidClientError extends domainError(
  'unauthenticated',
  'IAM.OAUTH.INVALID_CLIENT',
  'Invalid client',
  TEXTS,
) {}

export class OAuthUnsupportedGrantTypeError extends domainError(
  'malformed',
  'IAM.OAUTH.UNSUPPORTED_GRANT_TYPE',
  'Unsupported grant type',
  TEXTS,
) {}

export class OAuthInvalidScopeError extends domainError(
  'malformed',
  'IAM.OAUTH.INVALID_SCOPE',
  'Invalid scope',
  TEXTS,
) {}
