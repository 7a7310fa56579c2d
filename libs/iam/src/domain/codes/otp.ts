import { createHash } from 'node:crypto';
import type { Channel, Identifier } from '../accounts/login-identifier';

/** The purpose of a code. It works for no other. */
export type OtpPurpose = 'registration' | 'login' | 'password_reset' | 'identifier_verify' | 'step_up';

export const OTP_LIFETIME_SECONDS: Readonly<Record<Channel, number>> = { email: 600, sms: 300 };

/** The App, purpose and identifier that cooldowns, counters and the one live code belong to. */
export interface OtpSubject<To extends Identifier = Identifier> {
  readonly tenantId: string;
  readonly appId: string;
  readonly purpose: OtpPurpose;
  readonly identifier: To;
  /** Keyed hash under which the database stores it. */
  readonly identifierKey: Buffer;
}

export const OTP_MAX_ATTEMPTS = 5;

/** Failed attempts in 24 hours, over all codes of an App, identifier and purpose, after which every code is refused. */
export const OTP_FAILURE_BUDGET = 20;

/** Seconds between two codes by SMS for one purpose; for email each App sets its own. */
export const SMS_RESEND_COOLDOWN_SECONDS = 60;

export const OTP_SENDS_PER_HOUR = 5;
export const OTP_SENDS_PER_DAY = 10;

const CODE_DIGITS = 6;
const CODES = 1_000_000n;

/**
 * Six digits from a keyed hash of the challenge and its random seed. 64 bits over a million codes leave a bias of less
 * than one in 10^13. A leaked database does not reveal the code, because the key is not in it.
 */
export function otpFrom(keyedHash: Buffer): string {
  return String(keyedHash.readBigUInt64BE(0) % CODES).padStart(CODE_DIGITS, '0');
}

/** Digests of equal length, for a comparison in constant time. */
export function otpDigest(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
