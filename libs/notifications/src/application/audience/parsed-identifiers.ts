import { setImmediate } from 'node:timers/promises';
import { type Identifier, parseEmailAddress, parseMobileNumber } from '@libs/iam';
import { type FieldError, ValidationFailedError } from '@libs/kernel';

/** Ten thousand numbers take a tenth of a second, in which the process would serve nobody. */
const PARSED_AT_ONCE = 200;

/**
 * Addresses and numbers as they are stored.
 *
 * @param country of numbers without one. @param field the list, for errors.
 * @throws ValidationFailedError naming the positions of what is neither an address nor a number.
 */
export async function parsedIdentifiers(
  texts: readonly string[],
  country: string,
  field: string,
): Promise<Identifier[]> {
  const parsed: Identifier[] = [];
  const errors: FieldError[] = [];
  for (const [place, text] of texts.entries()) {
    if (place > 0 && place % PARSED_AT_ONCE === 0) await setImmediate();
    const identifier = identifierIn(text, country);
    if (identifier) parsed.push(identifier);
    else errors.push({ field: `${field}.${place}`, code: 'not_email_or_mobile' });
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return parsed;
}

/** In the form in which it is stored, as the sign-in finds it; null if it is none. */
function identifierIn(text: string, country: string): Identifier | null {
  const type = text.includes('@') ? 'email' : 'mobile';
  const value = type === 'email' ? parseEmailAddress(text) : parseMobileNumber(text, country);
  return value === null ? null : { type, value };
}
