import { error } from '../../locales/texts';

export class InvalidCredentialsError extends error(
  'unauthenticated',
  'IAM.LOGIN.INVALID_CREDENTIALS',
  'Invalid credentials',
) {}

export class VerificationRequiredError extends error(
  'unauthenticated',
  'IAM.LOGIN.VERIFICATION_REQUIRED',
  'Verification required',
) {}

export class LoginThrottledError extends error('too_many', 'IAM.LOGIN.THROTTLED', 'Too many failed sign-ins') {}

export class MfaEnrolmentRequiredError extends error(
  'forbidden',
  'IAM.MFA.ENROLMENT_REQUIRED',
  'Second factor required',
) {}

export class MfaRequiredError extends error('forbidden', 'IAM.MFA.REQUIRED', 'Sign-in with a second factor required') {}

export class InvalidMfaError extends error('unauthenticated', 'IAM.MFA.INVALID', 'Second factor invalid') {}
