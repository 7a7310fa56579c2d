import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const MAX_LENGTH = 40;

/**
 * The canonical form of a mobile number, E.164. Null when nobody could have it. Whether it is of a mobile phone is
 * another question: ranges move between kinds, and a number that somebody has stays readable.
 *
 * @param country ISO 3166-1 alpha-2, of numbers that are written without one.
 */
export function parseMobileNumber(value: string, country: string): string | null {
  if (value.length > MAX_LENGTH) return null;
  const number = parsePhoneNumberFromString(value.trim(), { defaultCountry: country as CountryCode, extract: false });
  return number?.isPossible() && number.ext === undefined ? number.number : null;
}
