import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class InvalidCredentialsError extends domainError(
  'unauthenticated',
  'IAM.LOGIN.INVALID_CREDENTIALS',
  'Invalid credentials',
  TEXTS,
) {}

export class VerificationRequiredError extends domainError(
  'unauthenticated',
  'IAM.LOGIN.VERIFICATION_REQUIRED',
  'Verification required',
  TEXTS,
) {}

export class LoginThrottledError extends domainError(
  'too_many',
  'IAM.LOGIN.THROTTLED',
  'Too many failed sign-ins',
  TEXTS,
) {}

export class MfaEnrolmentRequiredError extends domainError(
  'forbidden',
  'IAM.MFA.ENROLMENT_REQUIRED',
  'Second factor required',
  TEXTS,
) {}

export class MfaRequiredError extends domainError(
  'forbidden',
  'IAM.MFA.REQUIRED',
  'Sign-in with a second factor required',
  TEXTS,
) {}

export class InvalidMfaError extends domainError(
  'unauthenticated',
  'IAM.MFA.INVALID',
  'Second factor invalid',
  TEXTS,
) {}
