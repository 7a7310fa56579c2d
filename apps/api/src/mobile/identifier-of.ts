import type { AppSnapshot } from '@libs/apps';
import { parseMobileNumber, type Identifier } from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';

/**
 * The identifier that a body names by exactly one of two fields. National numbers belong to the App's country.
 *
 * @throws ValidationFailedError for `mobile`
 */
export function identifierOf({ email, mobile }: { email?: string; mobile?: string }, app: AppSnapshot): Identifier {
  if (email !== undefined) return { type: 'email', value: email };
  const value = parseMobileNumber(mobile ?? '', app.registration.defaultCountry);
  if (value === null) throw ValidationFailedError.of('mobile', 'not_mobile');
  return { type: 'mobile', value };
}
