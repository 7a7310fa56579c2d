import { localPartOf } from '../accounts/email-address';

/** Lengths in Unicode code points, after NFC normalisation. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

/** One or two letters occur in most passwords: they reveal nothing about the owner. */
const MIN_TELLING_LOCAL_PART = 3;

export type PasswordProblem = 'common_password' | 'contains_identifier';

/**
 * Why a new password is refused; null if it is acceptable. No composition rules (NIST SP 800-63B, OWASP ASVS 2.1).
 *
 * @param emails the addresses of its owner, as far as they are known.
 * @param isCommon whether a lower-case password is among the most common ones.
 */
export function passwordProblem(
  password: string,
  emails: readonly string[],
  isCommon: (lowerCase: string) => boolean,
): PasswordProblem | null {
  const folded = password.normalize('NFC').toLowerCase();
  if (isCommon(folded)) return 'common_password';
  const tells = (local: string) => local.length >= MIN_TELLING_LOCAL_PART && folded.includes(local);
  return emails.map(localPartOf).some(tells) ? 'contains_identifier' : null;
}
