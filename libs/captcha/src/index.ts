export { CaptchaModule } from './captcha.module';
export { CaptchaSweepsModule } from './captcha-sweeps.module';
export { CaptchaChallengesService, type IssuedChallenge } from './application/captcha-challenges.service';
export { CaptchaProofsService } from './application/captcha-proofs.service';
export { CHALLENGE_TYPES, type ChallengeType } from './domain/captcha';
export type { CaptchaScope } from './domain/captcha-scope';
export type { SpentProof } from './domain/spent-proof';
export {
  CaptchaCooldownError,
  CaptchaInvalidError,
  CaptchaRequiredError,
  CaptchaUnavailableError,
} from './domain/captcha.errors';
export type { CaptchaPicture } from './domain/challenge-renderer';
export { DevelopmentCaptchas } from './infrastructure/development-captchas';
