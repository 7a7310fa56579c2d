import type { components } from '../../api/schema';

type Schemas = components['schemas'];

export const APP_TYPES = ['uni_app', 'uni_app_x'] as const satisfies readonly Schemas['AppType'][];
export const STATUSES = ['active', 'disabled'] as const satisfies readonly Schemas['AppStatus'][];
export const CAPTCHA_TYPES = [
  'random',
  'click',
  'rotate',
  'slide',
  'drag',
] as const satisfies readonly Schemas['CaptchaType'][];
export const CAPTCHA_LEVELS = ['easy', 'standard', 'hard'] as const satisfies readonly Schemas['CaptchaLevel'][];
export const CAPTCHA_CHARACTERS = ['auto', 'hanzi', 'latin'] as const satisfies readonly Schemas['CaptchaCharacters'][];

/** Where members are asked for a CAPTCHA. */
export const SCENES = ['login', 'registration', 'password_reset', 'identifier_verify', 'step_up'] as const;
