import { type FieldError, isTimeZone } from '@libs/kernel';
import type { SettingIdentity, SettingScope, SettingValueType } from './setting-fields';

/** A setting that the service itself reads. */
export interface KnownSetting {
  readonly key: string;
  readonly valueType: SettingValueType;
  /** Where it is looked for; elsewhere it would have no effect. */
  readonly scopes: readonly SettingScope[];
  /** Of integers. */
  readonly range?: { readonly min: number; readonly max: number };
  /** What else a text has to be. */
  readonly format?: 'time_zone';
  /** What holds where there is none; null where it follows from something else, which the description says. */
  readonly default: string | number | boolean | null;
  /** A limit that the platform sets its tenants: they may read it, and not change it. */
  readonly isLimit: boolean;
  readonly description: string;
}

const MAX_SMS_BUDGET = 1_000_000_000;

/** Whoever changes it has to have signed in with a second factor, and the owners of the tenant are told. */
export const REQUIRE_ADMIN_MFA = 'security.require_admin_mfa';

export const KNOWN_SETTINGS = [
  {
    key: 'files.quota_bytes',
    valueType: 'number',
    scopes: ['tenant', 'global'],
    range: { min: 0, max: Number.MAX_SAFE_INTEGER },
    default: 50 * 1024 ** 3,
    isLimit: true,
    description: 'How many bytes the files of a tenant may take; 0 accepts none',
  },
  {
    key: REQUIRE_ADMIN_MFA,
    valueType: 'boolean',
    scopes: ['tenant'],
    default: false,
    isLimit: false,
    description:
      'Whether the administrators of the tenant need a second factor. Those without one stay signed in, and can do nothing else until they have set one up. Only a session that was signed in with a second factor may change it, and the owners of the tenant are mailed.',
  },
  {
    key: 'sms.daily_budget',
    valueType: 'number',
    scopes: ['app', 'tenant', 'global'],
    range: { min: 0, max: MAX_SMS_BUDGET },
    default: 1_000,
    isLimit: true,
    description: 'How many codes an App sends by SMS in a day; 0 sends none',
  },
  {
    key: 'sms.daily_budget_without_account',
    valueType: 'number',
    scopes: ['app', 'tenant', 'global'],
    range: { min: 0, max: MAX_SMS_BUDGET },
    default: null,
    isLimit: true,
    description: 'How many of those may go to numbers without an account; three tenths of them where there is none',
  },
  {
    key: 'tenant.time_zone',
    valueType: 'string',
    scopes: ['tenant', 'global'],
    format: 'time_zone',
    default: 'UTC',
    isLimit: false,
    description: 'The time zone in which the days of the tenant’s figures begin, by its IANA name',
  },
] as const satisfies readonly KnownSetting[];

/** Only keys that are known begin with one of these: a later version may read others, and a typing error is told. */
export const RESERVED_PREFIXES: readonly string[] = [
  ...new Set(KNOWN_SETTINGS.map(({ key }) => key.slice(0, key.indexOf('.') + 1))),
];

const BY_KEY: ReadonlyMap<string, KnownSetting> = new Map(KNOWN_SETTINGS.map((known) => [known.key, known]));

export function isLimit(key: string): boolean {
  return BY_KEY.get(key)?.isLimit ?? false;
}

/** Why a new setting with the key is refused, whatever its value. */
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

/** Why the value is refused for the key: null for any value of a key that is not known. */
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

/** Settings that the service reads are read as they are stored. */
export function mayBeSecret(key: string): boolean {
  return !BY_KEY.has(key);
}
