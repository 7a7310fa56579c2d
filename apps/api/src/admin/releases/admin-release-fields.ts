import { checkDate, checkText, type FieldCheck } from '../../http/fields/field-checks';
import { Checked, type FieldOptions } from '../../http/fields/fields';

/** Fields that only releases have. */
const MAX_URL_LENGTH = 2_048;

/** Schemes that a client must not be made to open. */
const UNSAFE_SCHEMES = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'about']);
const SCHEME = /^([a-z][a-z0-9+.-]*)(?::[^\s\p{Cc}]*)?$/iu;

const checkUrlText = checkText({ max: MAX_URL_LENGTH });

/** A percentage with up to two decimal places. */
export function Percent(min: number, options: FieldOptions): PropertyDecorator {
  return Checked(checkPercent(min), { type: 'number', minimum: min, maximum: 100, multipleOf: 0.01 }, options);
}

/** A day of the common era: databases count earlier years differently. */
export function Day(options: FieldOptions): PropertyDecorator {
  return Checked(checkDay, { type: 'string', format: 'date' }, { optional: true, ...options });
}

export function HttpsAddress(options: FieldOptions): PropertyDecorator {
  const schema = { type: 'string', format: 'iri', pattern: '^https://', maxLength: MAX_URL_LENGTH };
  return Checked(checkHttpsAddress, schema, { example: 'https://apps.apple.com/app/id1', ...options });
}

/** A scheme alone, or an address with one. */
export function StoreScheme(options: FieldOptions): PropertyDecorator {
  const schema = { type: 'string', minLength: 1, maxLength: MAX_URL_LENGTH };
  return Checked(checkStoreScheme, schema, { example: 'market://details?id=com.example.shop', ...options });
}

export function StoreAddress(options: FieldOptions): PropertyDecorator {
  const schema = { type: 'string', format: 'iri', maxLength: MAX_URL_LENGTH };
  return Checked(checkStoreAddress, schema, { example: 'https://store.example.com/com.example.shop', ...options });
}

const checkDay: FieldCheck = (value) => checkDate(value) ?? ((value as string) < '0001' ? { code: 'not_date' } : null);

function checkPercent(min: number): FieldCheck {
  return (value) => {
    if (typeof value !== 'number') return { code: 'not_number' };
    if (value < min || value > 100) return { code: 'out_of_range', params: { min, max: 100 } };
    // Rounding to two decimals changes a value that has more of them.
    return Number(value.toFixed(2)) === value ? null : { code: 'too_precise' };
  };
}

const checkHttpsAddress: FieldCheck = (value) => {
  const problem = checkUrlText(value);
  if (problem) return problem;
  return isAddress(value as string, /^https:\/\/[^\s\p{Cc}]+$/iu) ? null : { code: 'not_https' };
};

const checkStoreScheme: FieldCheck = (value) => {
  const problem = checkUrlText(value);
  if (problem) return problem;
  return isSafe(value as string) ? null : { code: 'not_store_address' };
};

const checkStoreAddress: FieldCheck = (value) => {
  const problem = checkUrlText(value);
  if (problem) return problem;
  const text = value as string;
  return isSafe(text) && isAddress(text, /^[a-z][a-z0-9+.-]*:[^\s\p{Cc}]+$/iu) ? null : { code: 'not_store_address' };
};

function isSafe(text: string): boolean {
  const [, scheme] = SCHEME.exec(text) ?? [];
  return scheme !== undefined && !UNSAFE_SCHEMES.has(scheme.toLowerCase());
}

/** URL silently drops blanks and control characters: the stored value would not be the checked one. */
function isAddress(text: string, form: RegExp): boolean {
  const url = form.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}
