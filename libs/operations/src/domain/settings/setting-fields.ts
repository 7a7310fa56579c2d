import { type ChangesOf, field, fields, only, type ValuesOf } from '@libs/kernel';

/** The service uses the most specific setting of a key: that of the App, else of its tenant, else the global one. */
export const SETTING_SCOPES = ['global', 'tenant', 'app'] as const;
export type SettingScope = (typeof SETTING_SCOPES)[number];

export const SETTING_VALUE_TYPES = ['string', 'number', 'boolean', 'json'] as const;
export type SettingValueType = (typeof SETTING_VALUE_TYPES)[number];

export const SETTING_STATUSES = ['active', 'disabled'] as const;
export type SettingStatus = (typeof SETTING_STATUSES)[number];

/** Words with dots between them, such as `company.support_phone`. */
export const SETTING_KEY = /^[a-z][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)*$/;

/** The limit in bytes of a value as JSON. */
export const MAX_SETTING_VALUE_BYTES = 64 * 1024;
export const MAX_SETTING_VALUE_DEPTH = 16;

/** Any JSON but null. */
export type SettingValue = string | number | boolean | object;

/** The mask shown in place of a secret. A request that sends it back keeps the secret; it is never stored. */
export const SETTING_MASK = '********';

export const setting = fields({
  id: field.uuid(),
  /** Null for a global one, which belongs to no tenant. */
  tenantId: field.uuid().nullable(),
  key: field
    .text(100, { pattern: SETTING_KEY, patternCode: 'not_setting_key' })
    .about('Unique within the App, the tenant or the global scope')
    .example('company.support_phone'),
  /** Null for a secret. */
  value: field.schema<SettingValue>({}).nullable().initially(null),
  /** Encrypted; null unless it is a secret. */
  secretValue: field.text().nullable().initially(null),
  valueType: field.one('SettingValueType', SETTING_VALUE_TYPES),
  scope: field.one('SettingScope', SETTING_SCOPES).example('tenant'),
  appId: field
    .uuid()
    .nullable()
    .initially(null)
    .about('The App of a setting with the scope `app`, else null')
    .example(null),
  isPublic: field
    .flag()
    .initially(false)
    .about(
      'Whether clients read the setting in their configuration while it is active. Only a global setting can be public: what an App or a tenant tells its clients has fields of its own, such as `client_config` and `feature_flags` of the App',
    )
    .example(false),
  isSecret: field
    .flag()
    .initially(false)
    .about('Whether the value is a secret: encrypted, never shown and never public')
    .example(false),
  status: field
    .one('SettingStatus', SETTING_STATUSES)
    .initially('active')
    .about('A disabled setting has no effect, as if it did not exist'),
  description: field
    .text(1_000)
    .nullable()
    .initially(null)
    .about('Note for administrators')
    .example('Shown under “Contact us”'),
  lockVersion: field.lockVersion().initially(1),
  /** Set by the database, both. */
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
});

/** What may be left to the defaults of a new setting. */
export const settingOptions = only(setting, 'isPublic', 'isSecret', 'status', 'description');
export type SettingOptions = ValuesOf<typeof settingOptions>;

/** What is fixed at creation. */
export const settingIdentity = only(setting, 'key', 'valueType', 'scope', 'appId');
export type SettingIdentity = ValuesOf<typeof settingIdentity>;

/** Undefined fields stay as they are, null resets to the default. Of the identity only the present one is accepted. */
export type SettingChanges = ChangesOf<typeof settingOptions & typeof settingIdentity> & {
  /** Replaced as a whole. */
  readonly value?: SettingValue | undefined;
};

export type NewSetting = SettingChanges & SettingIdentity & { readonly value: SettingValue };
