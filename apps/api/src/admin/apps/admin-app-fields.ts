import { COUNTRY_CODES } from '@libs/apps';
import { checkObject, checkText, type FieldCheck } from '../../http/fields/field-checks';
import { Checked, type FieldOptions, Values } from '../../http/fields/fields';

/** Fields that only Apps have. */
const MAX_FLAGS = 100;
const FLAG_KEY = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;
const MAX_URL_LENGTH = 2_048;
const MAX_VERSIONS = 200;
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+_-]*$/;

const countries = new Set(COUNTRY_CODES);
const checkFlagText = checkText({ min: 0, max: 1_000 });
const checkUrlText = checkText({ max: MAX_URL_LENGTH });

export function FeatureFlagsField(options: FieldOptions): PropertyDecorator {
  const values = [{ type: 'boolean' }, { type: 'string', maxLength: 1_000 }, { type: 'number' }];
  const schema = {
    type: 'object',
    propertyNames: { pattern: FLAG_KEY.source },
    additionalProperties: { oneOf: values },
    maxProperties: MAX_FLAGS,
  };
  return Checked(checkFeatureFlags, schema, { example: { new_checkout: true, variant: 'b', limit: 3 }, ...options });
}

export function CountryCode(options: FieldOptions): PropertyDecorator {
  return Checked(checkCountry, { type: 'string', pattern: '^[A-Z]{2}$' }, { example: 'CN', ...options });
}

export function CountryCodes(options: FieldOptions): PropertyDecorator {
  const item = { type: 'string', pattern: '^[A-Z]{2}$' };
  return Values(checkCountry, { min: 1, max: COUNTRY_CODES.length }, item, { example: ['CN'], ...options });
}

export function VersionNames(options: FieldOptions): PropertyDecorator {
  const limits = { max: 64, pattern: VERSION, patternCode: 'not_version' };
  const item = { type: 'string', maxLength: limits.max, pattern: VERSION.source };
  return Values(checkText(limits), { max: MAX_VERSIONS }, item, { example: ['1.2.10'], ...options });
}

export function WebAddress(options: FieldOptions): PropertyDecorator {
  const schema = { type: 'string', format: 'iri', maxLength: MAX_URL_LENGTH };
  return Checked(checkWebAddress, schema, { example: 'https://help.example.com', ...options });
}

const checkCountry: FieldCheck = (value) => {
  if (typeof value !== 'string') return { code: 'not_string' };
  return countries.has(value) ? null : { code: 'not_country' };
};

const checkWebAddress: FieldCheck = (value) => {
  const problem = checkUrlText(value);
  if (problem) return problem;
  const text = value as string;
  // URL silently drops blanks and control characters: the stored value would not be the checked one.
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) ? URL.parse(text) : null;
  return url && url.username === '' && url.password === '' ? null : { code: 'not_web_address' };
};

const checkFeatureFlags: FieldCheck = (value) => {
  const problem = checkObject(value);
  if (problem) return problem;
  const flags = Object.entries(value as object) as [string, unknown][];
  if (flags.length > MAX_FLAGS) return { code: 'too_many_items', params: { max: MAX_FLAGS } };
  for (const [item, flag] of flags) {
    const found = FLAG_KEY.test(item) ? checkFlagValue(flag) : { code: 'not_flag_key' };
    if (found) return { ...found, item };
  }
  return null;
};

const checkFlagValue: FieldCheck = (value) => {
  if (typeof value === 'string') return checkFlagText(value);
  // JSON allows numbers too large for a double; they are parsed as Infinity.
  return typeof value === 'boolean' || Number.isFinite(value) ? null : { code: 'not_flag_value' };
};
