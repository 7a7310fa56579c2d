import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type HashedColumn, sameSecret, Secrets } from '@libs/foundation';
import { AccountLink, type AccountLinkPurpose } from '../../domain/passwords/account-link';
import { readTenantToken, tenantToken, uuidBytes, uuidOf } from '../sessions/tenant-token';

const PREFIX = 'akl_';
const UUID_BYTES = 16;
const SEED_BYTES = 16;
const DIGEST_BYTES = 32;

export const ACCOUNT_LINK_SEEDS: HashedColumn = {
  table: 'account_links',
  keyId: 'CASE WHEN used_at IS NULL AND expires_at > now() THEN key_id END',
  renewal: 'not renewed: mailed links expire within three days',
};

/** Links with their tokens, which are derived from the rows when needed: no table and no queue holds one. */
@Injectable()
export class AccountLinkStore {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  make(user: { tenantId: string; id: string }, purpose: AccountLinkPurpose, now: Date): AccountLink {
    return new AccountLink(user, purpose, { keyId: this.secrets.currentKeyId, seed: randomBytes(SEED_BYTES) }, now);
  }

  /** Stores the link, in the current transaction, and ends older ones for the same purpose. */
  async insert(link: AccountLink): Promise<void> {
    await this.end(link.tenantId, link.userId, link.purpose);
    await this.database.manager.insert(AccountLink, link);
  }

  /**
   * Ends the links of a user: those for one purpose, or all. In the current transaction, under the user's lock. A
   * transaction that began before this one may still be about to use a link, so the link expires retroactively, at its
   * creation.
   */
  async end(tenantId: string, userId: string, purpose: AccountLinkPurpose | null = null): Promise<void> {
    await this.database.query(
      `UPDATE account_links SET expires_at = created_at
        WHERE tenant_id = $1 AND user_id = $2 AND ($3::text IS NULL OR purpose = $3) AND used_at IS NULL`,
      [tenantId, userId, purpose],
    );
  }

  async find(tenantId: string, id: string): Promise<AccountLink | null> {
    return this.database.manager.findOneBy(AccountLink, { tenantId, id });
  }

  tokenOf(link: AccountLink): string {
    return tenantToken(PREFIX, link.tenantId, Buffer.concat([uuidBytes(link.id), this.digest(link)]));
  }

  /** The ids in a token, if its form is right. */
  read(token: string): { tenantId: string; id: string } | null {
    const parts = readTenantToken(PREFIX, token, UUID_BYTES + DIGEST_BYTES);
    if (!parts) return null;
    return { tenantId: parts.tenantId, id: uuidOf(parts.secret) };
  }

  matches(link: AccountLink, token: string): boolean {
    return this.secrets.knows(link.keyId) && sameSecret(Buffer.from(this.tokenOf(link)), Buffer.from(token));
  }

  /**
   * Uses the link up. Of several concurrent calls one succeeds. In the current transaction. @returns whether it did.
   */
  async use({ tenantId, id }: AccountLink): Promise<boolean> {
    return this.database.hasRows(
      `UPDATE account_links SET used_at = now()
        WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL AND expires_at > now() RETURNING 1`,
      [tenantId, id],
    );
  }

  private digest({ id, userId, purpose, seed, keyId }: AccountLink): Buffer {
    return this.secrets.hmac('account-link', [id, userId, purpose, seed], keyId);
  }
}
