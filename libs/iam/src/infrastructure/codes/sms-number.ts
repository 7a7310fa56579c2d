import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parseMobileNumber } from '../accounts/mobile-number';

/** An App's rules for the numbers to which it sends codes. */
export interface SmsNumberRules {
  /** ISO 3166-1 alpha-2, for numbers written without a country. */
  readonly defaultCountry: string;
  readonly allowedCountries: readonly string[];
}

export type SmsNumber =
  | { readonly value: string; readonly problem: null }
  | { readonly value: null; readonly problem: 'not_mobile_number' | 'country_not_allowed' };

/** In some countries mobile numbers and landlines look alike. */
const TYPES: ReadonlySet<string> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/** The canonical form, E.164, of a number to which codes may be sent, or why not: each message costs money. */
export function parseSmsNumber(typed: string, { defaultCountry, allowedCountries }: SmsNumberRules): SmsNumber {
  const value = parseMobileNumber(typed, defaultCountry);
  const number = value === null ? undefined : parsePhoneNumberFromString(value);
  if (value === null || !TYPES.has(number?.getType() ?? '')) return { value: null, problem: 'not_mobile_number' };
  const isAllowed = allowedCountries.includes(number?.country ?? '');
  return isAllowed ? { value, problem: null } : { value: null, problem: 'country_not_allowed' };
}

/** ISO 3166-1 alpha-2 country of an E.164 number; `ZZ` if it belongs to none. */
export function countryOf(number: string): string {
  return parsePhoneNumberFromString(number)?.country ?? 'ZZ';
}
