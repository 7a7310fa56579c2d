import { type Identifier, parseEmailAddress, parseMobileNumber } from '@libs/iam';
import type { FieldCheck } from '../../http/fields/field-checks';
import { type FieldOptions, Values } from '../../http/fields/fields';

const MAX_IDENTIFIER_LENGTH = 254;
/** Where numbers without a country would belong: there are none, each begins with +. */
const NO_COUNTRY = 'CN';

const checkIdentifier: FieldCheck = (value) => {
  if (typeof value !== 'string') return { code: 'not_string' };
  return identifierIn(value) === null ? { code: 'not_identifier' } : null;
};

/** What members sign in with: email addresses, and mobile numbers with + and country code. */
export function Identifiers(max: number, options: FieldOptions): PropertyDecorator {
  const item = { type: 'string', maxLength: MAX_IDENTIFIER_LENGTH };
  return Values(checkIdentifier, { min: 1, max }, item, options);
}

/** As they are stored. */
export function identifiersIn(texts: readonly string[]): Identifier[] {
  return texts.flatMap((text) => identifierIn(text) ?? []);
}

/** In the canonical form; null if it is none. */
function identifierIn(text: string): Identifier | null {
  if (text.length > MAX_IDENTIFIER_LENGTH) return null;
  const [type, value] = text.startsWith('+')
    ? (['mobile', parseMobileNumber(text, NO_COUNTRY)] as const)
    : (['email', parseEmailAddress(text)] as const);
  return value === null ? null : { type, value };
}
