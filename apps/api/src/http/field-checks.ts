import { isSupportedLocale, type FieldError } from '@libs/kernel';
import { parseEmailAddress } from '@libs/iam';
import { isPlainText } from './json-shape';

/** Why a value is refused, as a short code with the figures for its message; null when it is fine. */
export interface FieldProblem extends Pick<FieldError, 'code' | 'params'> {
  /** The item of a list that the problem is about. */
  readonly item?: number;
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
    // A code point is one or two units, so the first comparison spares counting what is far too long.
    if (value.length > max * 2) return { code: 'too_long', params: { max } };
    if (!isPlainText(value)) return { code: 'invalid_text' };
    const length = [...value].length;
    if (length < min) return { code: length === 0 ? 'required' : 'too_short', params: { min } };
    if (length > max) return { code: 'too_long', params: { max } };
    return pattern && !pattern.test(value) ? { code: patternCode } : null;
  };
}

/** A token of ours or of somebody else: whether it is one is told by looking it up, not by its form. */
export const checkOpaque: FieldCheck = (value) => (typeof value === 'string' ? null : { code: 'not_string' });

export const checkEmail: FieldCheck = (value) => {
  if (typeof value !== 'string') return { code: 'not_string' };
  return parseEmailAddress(value) === null ? { code: 'not_email' } : null;
};

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

export const checkLocale: FieldCheck = (value) => (isSupportedLocale(value) ? null : { code: 'not_supported_locale' });

export const checkObject: FieldCheck = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? null : { code: 'not_object' };

/** A list of objects. What is inside of them is checked apart. */
export function checkList(min: number, max: number): FieldCheck {
  return (value): FieldProblem | null => {
    if (!Array.isArray(value)) return { code: 'not_list' };
    if (value.length < min) return { code: 'too_few_items', params: { min } };
    if (value.length > max) return { code: 'too_many_items', params: { max } };
    const item = value.findIndex((element) => checkObject(element) !== null);
    return item < 0 ? null : { code: 'not_object', item };
  };
}
