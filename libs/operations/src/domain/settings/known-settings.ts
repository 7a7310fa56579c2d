import { type FieldError, isTimeZone } from '@libs/kernel';
import type { SettingIdentity, SettingScope, SettingValueType } from './setting-fields';

/** A setting that the service itself reads. */
export interface KnownSetting {
  readonly key: string;
  readonly valueType: SettingValueType;
  /** The scopes in which the service looks for the setting; it has no effect in others. */
  readonly scopes: readonly SettingScope[];
  /** For integers. */
  readonly range?: { readonly min: number; readonly max: number };
  /** The format that a text must have. */
  readonly format?: 'time_zone';
  /** The value if the setting does not exist; null if the default is derived, as the description says. */
  readonly default: string | number | boolean | null;
  /** A limit that the platform sets for its tenants: they can read it, but not change it. */
  readonly isLimit: boolean;
  readonly description: string;
}

const MAX_SMS_BUDGET = 1_000_000_000;

/** A change requires a session with a second factor, and is mailed to the owners of the tenant. */
export const REQUIRE_ADMIN_MFA = 'security.require_admin_mfa';

export const KNOWN_SETTINGS = [
  {
    key: 'files.quota_bytes',
    valueType: 'number',
    scopes: ['tenant', 'global'],
    range: { min: 0, max: Number.MAX_SAFE_INTEGER },
    default: 50 * 1024 ** 3,
    isLimit: true,
    description: 'Storage quota of a tenant, in bytes; 0 refuses every upload',
  },
  {
    key: REQUIRE_ADMIN_MFA,
    valueType: 'boolean',
    scopes: ['tenant'],
    default: false,
    isLimit: false,
    description:
      'Requires a second factor of the administrators of the tenant. An administrator without one stays signed in, but can only set one up. Changing this setting requires a session that was signed in with a second factor; the owners of the tenant are notified by mail.',
  },
  {
    key: 'sms.daily_budget',
    valueType: 'number',
    scopes: ['app', 'tenant', 'global'],
    range: { min: 0, max: MAX_SMS_BUDGET },
    default: 1_000,
    isLimit: true,
    description: 'Maximum number of one-time passwords that an App sends by SMS per day; 0 sends none',
  },
  {
    key: 'sms.daily_budget_without_account',
    valueType: 'number',
    scopes: ['app', 'tenant', 'global'],
    range: { min: 0, max: MAX_SMS_BUDGET },
    default: null,
    isLimit: true,
    description:
      'Maximum number of one-time passwords that an App sends per day to mobile numbers without an account; three tenths of `sms.daily_budget` by default',
  },
  {
    key: 'tenant.time_zone',
    valueType: 'string',
    scopes: ['tenant', 'global'],
    format: 'time_zone',
    default: 'UTC',
    isLimit: false,
    description: 'IANA name of the time zone in which the days of the tenant’s statistics begin',
  },
] as const satisfies readonly KnownSetting[];

/** Prefixes of known keys. No other key may begin with one: a later version may read it, and typing errors are refused. */
export const RESERVED_PREFIXES: readonly string[] = [
  ...new Set(KNOWN_SETTINGS.map(({ key }) => key.slice(0, key.indexOf('.') + 1))),
];

const BY_KEY: ReadonlyMap<string, KnownSetting> = new Map(KNOWN_SETTINGS.map((known) => [known.key, known]));

export function isLimit(key: string): boolean {
  return BY_KEY.get(key)?.isLimit ?? false;
}

/** The reasons to refuse a new setting with the key, whatever its value. */
export function identityErrors({ key, valueType, scope }: SettingIdentity): FieldError[] {
  const known = BY_KEY.get(key);
  if (!known) {
    const isReserved = RESERVED_PREFIXES.some((prefix) => key.startsWith(prefix));
    return isReserved ? [{ field: 'key', code: 'unknown_setting' }] : [];
  }
  const errors: FieldError[] = [];
  if (known.valueType !== valueType) {
    errors.push({ field: 'value_type', code: 'not_allowed', params: { allowed: known.valueType } });
  }
  if (!known.scopes.includes(scope)) {
    errors.push({ field: 'scope', code: 'not_allowed', params: { allowed: known.scopes.join(', ') } });
  }
  return errors;
}

/** The reason to refuse the value for the key; null if it is accepted, as is any value of an unknown key. */
export function knownValueProblem(key: string, value: unknown): Omit<FieldError, 'field'> | null {
  const known = BY_KEY.get(key);
  if (!known) return null;
  const { valueType, range, format } = known;
  if (valueType === 'boolean') return typeof value === 'boolean' ? null : { code: 'not_boolean' };
  if (valueType === 'string' && typeof value !== 'string') return { code: 'not_string' };
  if (format === 'time_zone') return isTimeZone(String(value)) ? null : { code: 'not_time_zone' };
  if (range === undefined) return null;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { code: 'not_integer' };
  return value < range.min || value > range.max ? { code: 'out_of_range', params: { ...range } } : null;
}

/** The service reads its own settings as they are stored, unencrypted. */
export function mayBeSecret(key: string): boolean {
  return !BY_KEY.has(key);
}
