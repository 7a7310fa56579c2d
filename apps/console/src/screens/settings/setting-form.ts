import type { components } from '../../api/schema';

type Schemas = components['schemas'];
export type Setting = Schemas['AdminSettingResponse'];
export type KnownSetting = Schemas['AdminKnownSettingResponse'];

export const SCOPES = ['tenant', 'app', 'global'] as const satisfies readonly Schemas['SettingScope'][];
export const STATUSES = ['active', 'disabled'] as const satisfies readonly Schemas['SettingStatus'][];
export const VALUE_TYPES = [
  'string',
  'number',
  'boolean',
  'json',
] as const satisfies readonly Schemas['SettingValueType'][];
export const MAX_VALUE_BYTES = 65_536;

export interface SettingValues {
  key: string;
  value_type: Schemas['SettingValueType'];
  scope: Schemas['SettingScope'];
  app_id: string | null;
  /** Null while nothing is chosen, and where the value is a secret. */
  value: unknown;
  /** Under a name that drafts never keep. Empty: the secret stays as it is. */
  secret_value: string;
  is_secret: boolean;
  /** Whether a secret is stored that may stay. */
  has_secret: boolean;
  is_public: boolean;
  status: Schemas['SettingStatus'];
  description: string;
}

export function emptySetting(known: Partial<SettingValues> = {}): SettingValues {
  return {
    ...{ key: '', value_type: 'string', scope: 'tenant', app_id: null, value: null, secret_value: '' },
    ...{ is_secret: false, has_secret: false, is_public: false, status: 'active', description: '' },
    ...known,
  };
}

export function valuesOf(record: Setting): SettingValues {
  const { key, value_type, scope, app_id, value, is_secret, is_public, status, description } = record;
  return {
    ...{ key, value_type, scope, app_id, is_secret, is_public, status },
    ...{ value: is_secret ? null : value, secret_value: '', has_secret: is_secret, description: description ?? '' },
  };
}

/** What is sent of the fields that changed: both values under the one name that the API has for them. */
export function bodyOf(fields: Partial<SettingValues>, type: SettingValues['value_type']): object {
  const { value, secret_value, has_secret: _, description, ...others } = fields;
  const typed = secret_value ? secretOf(secret_value, type) : value;
  return {
    ...others,
    ...(typed === null || typed === undefined ? {} : { value: typed }),
    ...(description === undefined ? {} : { description: description.trim() === '' ? null : description }),
  };
}

/** A secret is typed as text, whatever it is. */
function secretOf(text: string, type: SettingValues['value_type']): unknown {
  if (type === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Whether there is a value to save: a new setting needs one, and so does a secret that becomes readable. */
export function hasValue({ value, secret_value, is_secret, has_secret }: SettingValues): boolean {
  if (is_secret) return secret_value !== '' || has_secret;
  return value !== null && value !== undefined;
}

/** A value on one line of a list. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
