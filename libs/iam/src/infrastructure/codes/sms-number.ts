import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parseMobileNumber } from '../accounts/mobile-number';

/** What an App says of the numbers that it sends codes to. */
export interface SmsNumberRules {
  /** ISO 3166-1 alpha-2, of numbers that are written without a country. */
  readonly defaultCountry: string;
  readonly allowedCountries: readonly string[];
}

export type SmsNumber =
  | { readonly value: string; readonly problem: null }
  | { readonly value: null; readonly problem: 'not_mobile_number' | 'country_not_allowed' };

/** In some countries the number does not tell the one from the other. */
const TYPES: ReadonlySet<string> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/** The canonical form, E.164, of a number that codes may be sent to, or why none may: each of them costs money. */
export function parseSmsNumber(typed: string, { defaultCountry, allowedCountries }: SmsNumberRules): SmsNumber {
  const value = parseMobileNumber(typed, defaultCountry);
  const number = value === null ? undefined : parsePhoneNumberFromString(value);
  if (value === null || !TYPES.has(number?.getType() ?? '')) return { value: null, problem: 'not_mobile_number' };
  const isAllowed = allowedCountries.includes(number?.country ?? '');
  return isAllowed ? { value, problem: null } : { value: null, problem: 'country_not_allowed' };
}

/** ISO 3166-1 alpha-2, of an E.164 number; `ZZ` where it is of none. */
export function countryOf(number: string): string {
  return parsePhoneNumberFromString(number)?.country ?? 'ZZ';
}
