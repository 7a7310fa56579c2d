import type { LocalizedText } from '@libs/kernel';

export const APP_TYPES = ['uni_app', 'uni_app_x'] as const;
export type AppType = (typeof APP_TYPES)[number];

export const APP_STATUSES = ['active', 'disabled'] as const;
export type AppStatus = (typeof APP_STATUSES)[number];

/** Who may register at an App, and how. */
export interface AppRegistration {
  readonly emailEnabled: boolean;
  readonly mobileEnabled: boolean;
  /** Seconds between two codes to the same address, 30 to 3600. */
  readonly emailResendCooldownSeconds: number;
  /** ISO 3166-1 alpha-2: the country of mobile numbers written without one. */
  readonly defaultCountry: string;
  /** The countries whose mobile numbers may register and receive codes. */
  readonly allowedCountries: readonly string[];
}

export const CAPTCHA_TYPES = ['click', 'slide', 'drag', 'rotate', 'random'] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];

export const CAPTCHA_SCENES = ['login', 'registration', 'password_reset', 'identifier_verify', 'step_up'] as const;
export type CaptchaScene = (typeof CAPTCHA_SCENES)[number];

export const CAPTCHA_LEVELS = ['easy', 'standard', 'hard'] as const;
export const CAPTCHA_CHARACTERS = ['auto', 'hanzi', 'latin'] as const;

export interface AppCaptcha {
  readonly type: CaptchaType;
  /** Scenes that have a type of their own. */
  readonly scenes: Readonly<Partial<Record<CaptchaScene, CaptchaType>>>;
  readonly level: (typeof CAPTCHA_LEVELS)[number];
  readonly characters: (typeof CAPTCHA_CHARACTERS)[number];
}

/** What the App's own clients are told about their versions. */
export interface AppUpgrade {
  readonly blockedVersions: readonly string[];
  /** Versions under review by a store. */
  readonly reviewVersions: readonly string[];
  readonly maintenance: AppMaintenance;
}

export interface AppMaintenance {
  readonly active: boolean;
  readonly message: LocalizedText | null;
  /** ISO 8601 UTC, for display: maintenance does not end by itself. */
  readonly until: string | null;
}

/** How members contact the people behind the App. */
export interface AppSupport {
  readonly email: string | null;
  readonly url: string | null;
  readonly phone: string | null;
}

export type FeatureFlags = Readonly<Record<string, boolean | string | number>>;

/** One screen of the onboarding, shown at the App's first start. */
export interface OnboardingSlide {
  readonly imageFileId: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
}

/**
 * Both ways to register are open from the start, so that a new App works without further settings. The cost of
 * registration by mobile is limited elsewhere: by the CAPTCHA, the SMS budgets and the allowed countries.
 */
export const DEFAULT_REGISTRATION: AppRegistration = {
  emailEnabled: true,
  mobileEnabled: true,
  emailResendCooldownSeconds: 60,
  defaultCountry: 'CN',
  allowedCountries: ['CN'],
};

export const DEFAULT_CAPTCHA: AppCaptcha = { type: 'random', scenes: {}, level: 'standard', characters: 'auto' };

export const DEFAULT_UPGRADE: AppUpgrade = {
  blockedVersions: [],
  reviewVersions: [],
  maintenance: { active: false, message: null, until: null },
};

export const DEFAULT_SUPPORT: AppSupport = { email: null, url: null, phone: null };
