import { randomBytes } from 'node:crypto';
import { newId, type SupportedLocale } from '@libs/kernel';
import { EMAIL_OTP_LIFETIME_SECONDS, type OtpPurpose } from './one-time-password';

const SEED_BYTES = 16;

/** One code that was sent, or is about to be. Of an App, purpose and identifier only the newest is alive. */
export class OtpChallenge {
  readonly tenantId: string;
  readonly id: string;
  readonly appId: string;
  readonly purpose: OtpPurpose;
  /** Keyed hash of the identifier as typed in canonical form. */
  readonly identifierKey: Buffer;
  readonly channel: 'email' | 'sms';
  readonly recipient: string;
  readonly locale: SupportedLocale;
  readonly userId: string;
  /** The request whose password a right code confirms. */
  readonly requestId: string | null;
  /** The secret key from which the code is derived, with the seed. */
  readonly keyId: string;
  readonly seed: Buffer;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly consumedAt: Date | null;
  readonly supersededAt: Date | null;

  constructor(
    fields: Pick<
      OtpChallenge,
      'tenantId' | 'appId' | 'purpose' | 'identifierKey' | 'recipient' | 'locale' | 'userId' | 'requestId' | 'keyId'
    >,
    now: Date,
  ) {
    this.tenantId = fields.tenantId;
    this.id = newId();
    this.appId = fields.appId;
    this.purpose = fields.purpose;
    this.identifierKey = fields.identifierKey;
    this.channel = 'email';
    this.recipient = fields.recipient;
    this.locale = fields.locale;
    this.userId = fields.userId;
    this.requestId = fields.requestId;
    this.keyId = fields.keyId;
    this.seed = randomBytes(SEED_BYTES);
    this.attempts = 0;
    this.createdAt = now;
    this.expiresAt = new Date(now.getTime() + EMAIL_OTP_LIFETIME_SECONDS * 1_000);
    this.consumedAt = null;
    this.supersededAt = null;
  }

  isUsable(now: Date): boolean {
    return this.consumedAt === null && this.supersededAt === null && now < this.expiresAt;
  }
}
