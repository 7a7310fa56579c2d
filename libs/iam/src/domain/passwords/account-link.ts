import { field, fields, having, newId } from '@libs/kernel';

export type AccountLinkPurpose = 'invitation' | 'password_reset';

export const LINK_LIFETIME_HOURS: Readonly<Record<AccountLinkPurpose, number>> = { invitation: 72, password_reset: 1 };

const HOUR_MS = 3_600_000;

/** A mailed link, whose holder may set the password of one user, once. */
export const accountLink = fields({
  tenantId: field.uuid(),
  id: field.uuid(),
  userId: field.uuid(),
  purpose: field.text().as<AccountLinkPurpose>(),
  /** The key and the randomness from which the token is derived. */
  keyId: field.text(),
  seed: field.bytes(),
  createdAt: field.instant(),
  expiresAt: field.instant(),
  usedAt: field.instant().nullable().initially(null),
});

export class AccountLink extends having(accountLink) {
  constructor(
    { tenantId, id: userId }: { tenantId: string; id: string },
    purpose: AccountLinkPurpose,
    source: { keyId: string; seed: Buffer },
    now: Date,
  ) {
    const expiresAt = new Date(now.getTime() + LINK_LIFETIME_HOURS[purpose] * HOUR_MS);
    super({ tenantId, id: newId(), userId, purpose, ...source, createdAt: now, expiresAt });
  }

  isUsable(now: Date): boolean {
    return this.usedAt === null && this.expiresAt > now;
  }
}
