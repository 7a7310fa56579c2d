import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const MAX_LENGTH = 40;

/**
 * The canonical form of a number, E.164. Null if it is impossible. Whether it is a mobile number is not checked here:
 * ranges change their kind, and a number in use must stay readable.
 *
 * @param country ISO 3166-1 alpha-2, for numbers written without one.
 */
export function parseMobileNumber(value: string, country: string): string | null {
  if (value.length > MAX_LENGTH) return null;
  const number = parsePhoneNumberFromString(value.trim(), { defaultCountry: country as CountryCode, extract: false });
  return number?.isPossible() && number.ext === undefined ? number.number : null;
}
