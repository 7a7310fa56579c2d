import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class MissingTokenError extends domainError(
  'unauthenticated',
  'IAM.TOKEN.MISSING',
  'Bearer token missing',
  TEXTS,
) {}

export class InvalidTokenError extends domainError('unauthenticated', 'IAM.TOKEN.INVALID', 'Token invalid', TEXTS) {}
