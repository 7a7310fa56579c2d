import { createHash } from 'node:crypto';

/** What a code is for. It works for nothing else. */
export type OtpPurpose = 'registration';

export const EMAIL_OTP_LIFETIME_SECONDS = 600;
export const OTP_MAX_ATTEMPTS = 5;

/** Failed attempts in 24 hours over all codes of an App, identifier and purpose, after which every code is refused. */
export const OTP_FAILURE_BUDGET = 20;

export const OTP_SENDS_PER_HOUR = 5;
export const OTP_SENDS_PER_DAY = 10;

const CODE_DIGITS = 6;
const CODES = 1_000_000n;

/**
 * Six digits from a keyed hash of the challenge and its random seed. 64 bits over a million codes leave a bias of less
 * than one in 10^13. Whoever sees the database alone cannot tell the code: the key is not there.
 */
export function codeFrom(keyedHash: Buffer): string {
  return String(keyedHash.readBigUInt64BE(0) % CODES).padStart(CODE_DIGITS, '0');
}

/** Both codes as digests of equal length, for a comparison in constant time. */
export function codeDigest(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
