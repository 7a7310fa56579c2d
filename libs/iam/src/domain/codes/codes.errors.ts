import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class InvalidOtpError extends domainError('invalid', 'IAM.OTP.INVALID', 'Code invalid', TEXTS) {}

export class OtpCooldownError extends domainError('too_many', 'IAM.OTP.COOLDOWN', 'A code was just sent', TEXTS) {}

export class StepUpIdentifierTooNewError extends domainError(
  'forbidden',
  'IAM.STEP_UP.IDENTIFIER_TOO_NEW',
  'Login identifier too new for a step-up',
  TEXTS,
) {}

export class StepUpRequiredError extends domainError('forbidden', 'IAM.STEP_UP.REQUIRED', 'Step-up required', TEXTS) {}
