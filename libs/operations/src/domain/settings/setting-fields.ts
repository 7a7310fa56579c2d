import type { Changes, SettingsChanges } from '@libs/kernel';

/** The scopes of settings. Of settings with the same key the service uses the most specific: that of the App, of its tenant, the
 * global one. */
export const SETTING_SCOPES = ['global', 'tenant', 'app'] as const;
export type SettingScope = (typeof SETTING_SCOPES)[number];

export const SETTING_VALUE_TYPES = ['string', 'number', 'boolean', 'json'] as const;
export type SettingValueType = (typeof SETTING_VALUE_TYPES)[number];

export const SETTING_STATUSES = ['active', 'disabled'] as const;
export type SettingStatus = (typeof SETTING_STATUSES)[number];

/** Words with dots between them, such as `company.support_phone`. */
export const SETTING_KEY = /^[a-z][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)*$/;
export const MAX_SETTING_KEY_LENGTH = 100;

/** The limit in bytes of a value as JSON. */
export const MAX_SETTING_VALUE_BYTES = 64 * 1024;
export const MAX_SETTING_VALUE_DEPTH = 16;

export const MAX_SETTING_DESCRIPTION_LENGTH = 1_000;

/** Any JSON but null. */
export type SettingValue = string | number | boolean | object;

/** The mask that is shown in place of a secret. Sent back, it keeps the secret; it never becomes a value. */
export const SETTING_MASK = '********';

/** What may be left to the defaults of a new setting. */
export interface SettingOptions {
  /** Whether clients read it, if it is global and active. */
  readonly isPublic: boolean;
  /** Whether its value is encrypted and never shown. */
  readonly isSecret: boolean;
  /** A disabled one is as if it did not exist. */
  readonly status: SettingStatus;
  readonly description: string | null;
}

export const INITIAL_OPTIONS: SettingOptions = {
  isPublic: false,
  isSecret: false,
  status: 'active',
  description: null,
};

/** What is fixed at creation. */
export interface SettingIdentity {
  readonly key: string;
  readonly valueType: SettingValueType;
  readonly scope: SettingScope;
  /** For the scope app, and no other. */
  readonly appId: string | null;
}

/** Undefined fields stay as they are, null resets to the default. A value is replaced as a whole. */
export type SettingChanges = SettingsChanges<SettingOptions> &
  /** Only the present ones are accepted. */
  Changes<SettingIdentity> & {
    readonly value?: SettingValue | undefined;
  };

export type NewSetting = SettingChanges & SettingIdentity & { readonly value: SettingValue };
