export * from './generated/mobile-operations.js';
export type { components, operations } from './generated/mobile-schema.js';
// In place of the operations of these names: they keep the session, and forget it.
export { loginByMobile, loginByPassword, logout, type SignedIn } from './sign-in.js';
export {
  type CaptchaChallenge,
  type CaptchaProof,
  type CaptchaResponse,
  type CaptchaScope,
  type SolveCaptcha,
  withCaptcha,
} from './captcha.js';
export { captchaWidget, type CaptchaWidget } from './captcha-widgets.js';
export { type Client, type ClientOptions, createClient } from './client.js';
export { stepUp, type StepUpCodeSent, type StepUpRequest } from './step-up.js';
export { browserStorage } from './storage.js';
export * from './common.js';
