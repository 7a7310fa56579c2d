import { error } from '../../locales/texts';

export class InvalidOtpError extends error('invalid', 'IAM.OTP.INVALID', 'Code invalid') {}

export class OtpCooldownError extends error('too_many', 'IAM.OTP.COOLDOWN', 'A code was just sent') {}

export class StepUpIdentifierTooNewError extends error(
  'forbidden',
  'IAM.STEP_UP.IDENTIFIER_TOO_NEW',
  'Login identifier too new for a step-up',
) {}

export class StepUpRequiredError extends error('forbidden', 'IAM.STEP_UP.REQUIRED', 'Step-up required') {}
