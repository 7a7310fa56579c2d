import { error } from '../locales/texts';

export class CaptchaRequiredError extends error('proof_required', 'IAM.CAPTCHA.REQUIRED', 'CAPTCHA required') {}

export class CaptchaInvalidError extends error('invalid', 'IAM.CAPTCHA.INVALID', 'CAPTCHA proof invalid') {}

export class CaptchaCooldownError extends error('too_many', 'IAM.CAPTCHA.COOLDOWN', 'CAPTCHA cooldown') {}

export class CaptchaUnavailableError extends error('unavailable', 'IAM.CAPTCHA.UNAVAILABLE', 'CAPTCHA unavailable') {}
