import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class RegistrationClosedError extends domainError(
  'forbidden',
  'IAM.REGISTRATION.CLOSED',
  'Registration closed',
  TEXTS,
) {}
