import { localPartOf } from './email-address';

/** Lengths in Unicode code points, after NFC normalisation. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

/** A local part shorter than this turns up in good passwords by accident. */
const MIN_TELLING_LOCAL_PART = 4;

/** The longest unit whose mere repetition counts as common: abcabcabcabc. */
const MAX_REPEATED_UNIT = 4;
const RUNS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];

export type PasswordProblem = 'common_password' | 'contains_identifier';

/**
 * Why a new password is refused; null when it is fine. No rules of composition (NIST SP 800-63B, OWASP ASVS 2.1).
 *
 * @param isCommon tells whether a lower-case password is among the most common ones.
 */
export function passwordProblem(
  password: string,
  email: string | null,
  isCommon: (lowerCase: string) => boolean,
): PasswordProblem | null {
  const folded = password.normalize('NFC').toLowerCase();
  if (isCommon(folded) || isRepetition(folded) || isRun(folded)) return 'common_password';
  const local = email === null ? '' : localPartOf(email);
  if (local.length >= MIN_TELLING_LOCAL_PART && folded.includes(local)) return 'contains_identifier';
  return null;
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= MAX_REPEATED_UNIT; length++) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return true;
  }
  return false;
}

function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('');
  return RUNS.some((run) => run.includes(text) || run.includes(backwards));
}
