import { newId } from '@libs/kernel';

export type AccountLinkPurpose = 'invitation' | 'password_reset';

export const LINK_LIFETIME_HOURS: Readonly<Record<AccountLinkPurpose, number>> = { invitation: 72, password_reset: 1 };

const HOUR_MS = 3_600_000;

/** A mailed link, whose holder may set the password of one user, once. */
export class AccountLink {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  readonly purpose: AccountLinkPurpose;
  /** The key and the randomness from which the token is derived. */
  readonly keyId: string;
  readonly seed: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;

  constructor(
    user: { tenantId: string; id: string },
    purpose: AccountLinkPurpose,
    source: { keyId: string; seed: Buffer },
    now: Date,
  ) {
    this.tenantId = user.tenantId;
    this.id = newId();
    this.userId = user.id;
    this.purpose = purpose;
    this.keyId = source.keyId;
    this.seed = source.seed;
    this.createdAt = now;
    this.expiresAt = new Date(now.getTime() + LINK_LIFETIME_HOURS[purpose] * HOUR_MS);
    this.usedAt = null;
  }

  isUsable(now: Date): boolean {
    return this.usedAt === null && this.expiresAt > now;
  }
}
