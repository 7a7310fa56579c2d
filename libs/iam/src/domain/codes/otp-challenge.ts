import { randomBytes } from 'node:crypto';
import { newId, type SupportedLocale } from '@libs/kernel';
import { CHANNEL_OF, type Channel } from '../accounts/login-identifier';
import { OTP_LIFETIME_SECONDS, OTP_MAX_ATTEMPTS, type OtpPurpose, type OtpSubject } from './otp';
import type { StepUpAct, StepUpPurpose } from './step-up';

const SEED_BYTES = 16;

/** The recipient of a code, and what it belongs to besides its subject. */
export interface OtpAddressee {
  readonly locale: SupportedLocale;
  /** Null if no user has the identifier yet. */
  readonly userId: string | null;
  /** The request whose password a right code confirms. */
  readonly requestId?: string | null;
  /** The session and the act that a step-up is for. */
  readonly stepUp?: { readonly sessionId: string; readonly act: StepUpAct };
  /** The session that adds the identifier, and when the step-up for it was spent; null if none was needed. */
  readonly addition?: { readonly sessionId: string; readonly steppedUpAt: Date | null };
}

/** One code that was sent, or is about to be. Of each App, purpose and identifier only the newest is alive. */
export class OtpChallenge {
  readonly tenantId: string;
  readonly id: string;
  readonly appId: string;
  readonly purpose: OtpPurpose;
  /** Keyed hash of the canonical identifier. */
  readonly identifierKey: Buffer;
  readonly channel: Channel;
  readonly recipient: string;
  readonly locale: SupportedLocale;
  readonly userId: string | null;
  readonly requestId: string | null;
  readonly sessionId: string | null;
  readonly stepUpPurpose: StepUpPurpose | null;
  readonly stepUpResource: string | null;
  readonly steppedUpAt: Date | null;
  /** The secret key from which, with the seed, the code is derived. */
  readonly keyId: string;
  readonly seed: Buffer;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly consumedAt: Date | null;
  readonly supersededAt: Date | null;

  constructor(subject: OtpSubject, addressee: OtpAddressee, keyId: string, now: Date) {
    this.tenantId = subject.tenantId;
    this.id = newId();
    this.appId = subject.appId;
    this.purpose = subject.purpose;
    this.identifierKey = subject.identifierKey;
    this.channel = CHANNEL_OF[subject.identifier.type];
    this.recipient = subject.identifier.value;
    this.locale = addressee.locale;
    this.userId = addressee.userId;
    this.requestId = addressee.requestId ?? null;
    this.sessionId = (addressee.stepUp ?? addressee.addition)?.sessionId ?? null;
    this.stepUpPurpose = addressee.stepUp?.act.purpose ?? null;
    this.stepUpResource = addressee.stepUp?.act.resource ?? null;
    this.steppedUpAt = addressee.addition?.steppedUpAt ?? null;
    this.keyId = keyId;
    this.seed = randomBytes(SEED_BYTES);
    this.attempts = 0;
    this.createdAt = now;
    this.expiresAt = new Date(now.getTime() + OTP_LIFETIME_SECONDS[this.channel] * 1_000);
    this.consumedAt = null;
    this.supersededAt = null;
  }

  isUsable(now: Date): boolean {
    const isLive = this.consumedAt === null && this.supersededAt === null && now < this.expiresAt;
    return isLive && this.attempts < OTP_MAX_ATTEMPTS;
  }

  /** Whether it is for this act in this session. */
  isFor(sessionId: string, { purpose, resource }: StepUpAct): boolean {
    return this.sessionId === sessionId && this.stepUpPurpose === purpose && this.stepUpResource === resource;
  }
}
