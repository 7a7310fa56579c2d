import { domainError } from '@libs/kernel';
import { TEXTS } from '../locales/texts';

export class CaptchaRequiredError extends domainError(
  'proof_required',
  'IAM.CAPTCHA.REQUIRED',
  'CAPTCHA required',
  TEXTS,
) {}

export class CaptchaInvalidError extends domainError(
  'invalid',
  'IAM.CAPTCHA.INVALID',
  'CAPTCHA proof invalid',
  TEXTS,
) {}

export class CaptchaCooldownError extends domainError('too_many', 'IAM.CAPTCHA.COOLDOWN', 'CAPTCHA cooldown', TEXTS) {}

export class CaptchaUnavailableError extends domainError(
  'unavailable',
  'IAM.CAPTCHA.UNAVAILABLE',
  'CAPTCHA unavailable',
  TEXTS,
) {}
