import { randomBytes } from 'node:crypto';
import { field, fields, having, newId, type SupportedLocale } from '@libs/kernel';
import { CHANNEL_OF, type Channel } from '../accounts/login-identifier';
import { OTP_LIFETIME_SECONDS, OTP_MAX_ATTEMPTS, type OtpPurpose, type OtpSubject } from './otp';
import { STEP_UP_PURPOSES, type StepUpAct } from './step-up';

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
export const otpChallenge = fields({
  tenantId: field.uuid(),
  id: field.uuid(),
  appId: field.uuid(),
  purpose: field.text().as<OtpPurpose>(),
  /** Keyed hash of the canonical identifier. */
  identifierKey: field.bytes(),
  channel: field.text().as<Channel>(),
  recipient: field.text(),
  locale: field.locale(),
  userId: field.uuid().nullable(),
  requestId: field.uuid().nullable().initially(null),
  sessionId: field.uuid().nullable().initially(null),
  stepUpPurpose: field.one('StepUpPurpose', STEP_UP_PURPOSES).nullable().initially(null),
  stepUpResource: field.uuid().nullable().initially(null),
  steppedUpAt: field.instant().nullable().initially(null),
  /** The secret key from which, with the seed, the code is derived. */
  keyId: field.text(),
  seed: field.bytes(),
  attempts: field.count().initially(0),
  createdAt: field.instant(),
  expiresAt: field.instant(),
  consumedAt: field.instant().nullable().initially(null),
  supersededAt: field.instant().nullable().initially(null),
});

export class OtpChallenge extends having(otpChallenge) {
  constructor(
    { tenantId, appId, purpose, identifier, identifierKey }: OtpSubject,
    { locale, userId, requestId = null, stepUp, addition }: OtpAddressee,
    keyId: string,
    now: Date,
  ) {
    const channel = CHANNEL_OF[identifier.type];
    super({
      tenantId,
      id: newId(),
      appId,
      purpose,
      identifierKey,
      channel,
      recipient: identifier.value,
      locale,
      userId,
      requestId,
      sessionId: (stepUp ?? addition)?.sessionId ?? null,
      stepUpPurpose: stepUp?.act.purpose ?? null,
      stepUpResource: stepUp?.act.resource ?? null,
      steppedUpAt: addition?.steppedUpAt ?? null,
      keyId,
      seed: randomBytes(SEED_BYTES),
      createdAt: now,
      expiresAt: new Date(now.getTime() + OTP_LIFETIME_SECONDS[channel] * 1_000),
    });
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
