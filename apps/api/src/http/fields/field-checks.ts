import { isSupportedLocale, isTimeZone, isUuid, type FieldError } from '@libs/kernel';
import { parseEmailAddress } from '@libs/iam';
import { isPlainText } from '../request/json-shape';

/** The reason to refuse a value: a short code with the figures for its message. */
export interface FieldProblem extends Pick<FieldError, 'code' | 'params'> {
  /** The item of a list, or the key of an object, that the problem is about. */
  readonly item?: number | string;
}
export type FieldCheck = (value: unknown) => FieldProblem | null;

const DECIMAL = /^\d{1,10}$/;

export interface TextLimits {
  readonly min?: number;
  readonly max: number;
  readonly pattern?: RegExp;
  /** The code for a text that does not match the pattern. */
  readonly patternCode?: string;
}

/** Lengths are counted in Unicode code points. */
export function checkText({ min = 1, max, pattern, patternCode = 'invalid' }: TextLimits): FieldCheck {
  return (value): FieldProblem | null => {
    if (typeof value !== 'string') return { code: 'not_string' };
    // A code point has one or two units, so a text that is far too long need not be counted.
    if (value.length > max * 2) return { code: 'too_long', params: { max } };
    if (!isPlainText(value)) return { code: 'invalid_text' };
    const length = value.length > max || value.length < min * 2 ? codePoints(value) : value.length;
    if (length < min) return { code: length === 0 ? 'required' : 'too_short', params: { min } };
    if (length > max) return { code: 'too_long', params: { max } };
    return pattern && !pattern.test(value) ? { code: patternCode } : null;
  };
}

/** Counts without a copy: a text may have half a million. */
function codePoints(text: string): number {
  let count = 0;
  for (let unit = 0; unit < text.length; unit++) if ((text.charCodeAt(unit) & 0xfc00) !== 0xdc00) count++;
  return count;
}

/** A text of a form that has a code of its own. */
function checkForm(code: string, hasForm: (text: string) => boolean): FieldCheck {
  return (value) => {
    if (typeof value !== 'string') return { code: 'not_string' };
    return hasForm(value) ? null : { code };
  };
}

/** A token. Its validity is decided by looking it up, not by its form. */
export const checkOpaque: FieldCheck = (value) => (typeof value === 'string' ? null : { code: 'not_string' });

export const checkEmail = checkForm('not_email', (text) => parseEmailAddress(text) !== null);

/** 12 to 256 code points after NFC normalisation, any but NUL and unpaired surrogates. */
export const checkPassword: FieldCheck = (value) => {
  if (typeof value !== 'string') return { code: 'not_string' };
  return checkText({ min: 12, max: 256 })(value.length > 2_048 ? value : value.normalize('NFC'));
};

export function checkInteger(min: number, max: number): FieldCheck {
  return (value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { code: 'not_integer' };
    return value < min || value > max ? { code: 'out_of_range', params: { min, max } } : null;
  };
}

/** An integer of the query: plain decimal digits, without sign, exponent or blanks. */
export function parseDecimal(value: unknown): unknown {
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
}

export function checkOneOf(values: readonly string[]): FieldCheck {
  return (value) => {
    if (typeof value !== 'string') return { code: 'not_string' };
    return values.includes(value) ? null : { code: 'not_allowed', params: { allowed: values.join(', ') } };
  };
}

export function checkChoice(values: readonly number[]): FieldCheck {
  return (value) =>
    values.includes(value as number) ? null : { code: 'not_allowed', params: { allowed: values.join(', ') } };
}

export const checkLocale: FieldCheck = (value) => (isSupportedLocale(value) ? null : { code: 'not_supported_locale' });

export const checkObject: FieldCheck = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? null : { code: 'not_object' };

export const checkFlag: FieldCheck = (value) => (typeof value === 'boolean' ? null : { code: 'not_boolean' });

export const checkUuid = checkForm('not_uuid', isUuid);

/** RFC 3339 with an offset, on a day that exists. */
export const checkInstant = checkForm('not_instant', (text) => {
  const [, date = ''] = INSTANT.exec(text) ?? [];
  return date !== '' && !Number.isNaN(Date.parse(text)) && isCalendarDate(date);
});

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** A text in some of the supported locales. The App checks that its default locale is among them. */
export function checkLocalizedText(limits: TextLimits): FieldCheck {
  const checkOne = checkText(limits);
  return (value): FieldProblem | null => {
    const problem = checkObject(value);
    if (problem) return problem;
    const entries = Object.entries(value as object);
    if (entries.length === 0) return { code: 'required' };
    for (const [locale, text] of entries) {
      const found = isSupportedLocale(locale) ? checkOne(text) : { code: 'not_supported_locale' };
      if (found) return { ...found, item: locale };
    }
    return null;
  };
}

/** A localized text that may be empty. */
export function checkLocalizedOrEmpty(limits: TextLimits): FieldCheck {
  const checkTexts = checkLocalizedText(limits);
  return (value) => {
    const isEmpty = checkObject(value) === null && Object.keys(value as object).length === 0;
    return isEmpty ? null : checkTexts(value);
  };
}

/** A list, each item of which is checked. */
export function checkValues(checkOne: FieldCheck, min: number, max: number): FieldCheck {
  return (value): FieldProblem | null => {
    if (!Array.isArray(value)) return { code: 'not_list' };
    if (value.length < min) return { code: 'too_few_items', params: { min } };
    if (value.length > max) return { code: 'too_many_items', params: { max } };
    for (const [item, element] of value.entries()) {
      const problem = checkOne(element);
      if (problem) return { ...problem, item };
    }
    return null;
  };
}

/** Any JSON object of limited size in bytes that can be stored and serialised again. */
export function checkJsonObject(maxBytes: number): FieldCheck {
  return (value) => {
    const problem = checkObject(value);
    if (problem) return problem;
    return checkStorable(value, maxBytes);
  };
}

/** Any JSON but null, of limited size in bytes and depth, that can be stored and serialised again. */
export function checkJson(maxBytes: number, maxDepth: number): FieldCheck {
  return (value) => {
    if (value === null) return { code: 'required' };
    if (depthOf(value) > maxDepth) return { code: 'too_deep', params: { max: maxDepth } };
    const problem = checkStorable(value, maxBytes);
    return problem?.item === '' ? { code: problem.code } : problem;
  };
}

function checkStorable(value: unknown, maxBytes: number): FieldProblem | null {
  if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) return { code: 'too_large', params: { max: maxBytes } };
  return findUnstorable(value, []);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((depth, inner) => Math.max(depth, depthOf(inner)), 0);
}

/** A malformed text, or a number too large for a double: JSON allows larger ones, and they are parsed as Infinity. */
function findUnstorable(value: unknown, path: readonly string[]): FieldProblem | null {
  const item = path.join('.');
  if (typeof value === 'string') return isPlainText(value) ? null : { code: 'invalid_text', item };
  if (typeof value === 'number') return Number.isFinite(value) ? null : { code: 'not_finite', item };
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const problem = findUnstorable(inner, [...path, key]);
    if (problem) return problem;
  }
  return null;
}

/** The name of an IANA time zone, including former ones such as Asia/Calcutta. */
export const checkTimeZone = checkForm('not_time_zone', isTimeZone);

/** YYYY-MM-DD, a day that exists. */
export const checkDate = checkForm('not_date', (text) => DATE.test(text) && isCalendarDate(text));

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function checkNumber(min: number, max: number): FieldCheck {
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'not_number' };
    return value < min || value > max ? { code: 'out_of_range', params: { min, max } } : null;
  };
}
