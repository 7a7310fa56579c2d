import { error } from '../../locales/texts';

export class CurrentPasswordInvalidError extends error(
  'invalid',
  'IAM.PASSWORD.CURRENT_INVALID',
  'Current password wrong',
) {}

export class InvalidLinkError extends error('invalid', 'IAM.LINK.INVALID', 'Link invalid') {}
