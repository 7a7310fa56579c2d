import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class UserUnreachableError extends domainError(
  'conflict',
  'IAM.USER.UNREACHABLE',
  'No mail can be sent',
  TEXTS,
) {}
