import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class CurrentPasswordInvalidError extends domainError(
  'invalid',
  'IAM.PASSWORD.CURRENT_INVALID',
  'Current password wrong',
  TEXTS,
) {}

export class InvalidLinkError extends domainError('invalid', 'IAM.LINK.INVALID', 'Link invalid', TEXTS) {}
