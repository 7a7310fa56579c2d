import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, Secrets } from '@libs/foundation';
import { readTenantToken, tenantToken, tokenHash } from './tenant-token';

/** The token names the tenant whose data the link opens; its secret is a nonce and a signature. */
const PREFIX = 'akd_';
const NONCE_BYTES = 32;
const SIGNATURE_BYTES = 32;
const LIFETIME_SECONDS = 60;

/** A link that opens one download, once. */
export interface DownloadLink {
  /** The tenant that whoever made it acted in. */
  readonly tenantId: string;
  readonly token: string;
  /** What the bearer claimed with which it was made: the link is worth as much as that is, when it is opened. */
  readonly claims: object;
}

export interface NewDownloadLink {
  /** Shown once: only its hash is stored. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Links with which a browser downloads once, without a bearer. What they are for is signed, so that a token that was made
 * up, or for another download, never reaches the database; that they are used once is for the database to say.
 */
@Injectable()
export class DownloadLinks {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** In the current transaction. @param target the one request that it is for. */
  async add(tenantId: string, claims: object, target: string): Promise<NewDownloadLink> {
    const nonce = randomBytes(NONCE_BYTES);
    const signature = this.secrets.hmac('download-link', [tenantId, nonce, target]);
    const token = tenantToken(PREFIX, tenantId, Buffer.concat([nonce, signature]));
    const [row] = await this.database.query<{ expires_at: Date }>(
      `INSERT INTO download_links (tenant_id, token_hash, claims, expires_at)
       VALUES ($1, $2, $3, now() + interval '${LIFETIME_SECONDS} seconds')
       RETURNING expires_at`,
      [tenantId, tokenHash(token), JSON.stringify(claims)],
    );
    if (!row) throw new Error('The link was not written');
    return { token, expiresAt: row.expires_at };
  }

  /** Null for a token that was not made for this request, was used, or has expired. */
  async find(token: string, target: string): Promise<DownloadLink | null> {
    const named = readTenantToken(PREFIX, token, NONCE_BYTES + SIGNATURE_BYTES);
    if (!named || !this.isSigned(named, target)) return null;
    const { tenantId } = named;
    const link = await this.database.readOne<Pick<DownloadLink, 'claims'>>(
      tenantId,
      'SELECT claims FROM download_links WHERE tenant_id = $1 AND token_hash = $2 AND expires_at > now()',
      [tenantId, tokenHash(token)],
    );
    return link && { tenantId, token, claims: link.claims };
  }

  /** Uses the link up. Of several concurrent calls, in whichever process, one gets true. */
  async take({ tenantId, token }: DownloadLink): Promise<boolean> {
    const taken = await this.database.write(
      tenantId,
      'DELETE FROM download_links WHERE tenant_id = $1 AND token_hash = $2 AND expires_at > now() RETURNING 1',
      [tenantId, tokenHash(token)],
    );
    return taken.length > 0;
  }

  private isSigned({ tenantId, secret }: { tenantId: string; secret: Buffer }, target: string): boolean {
    const [nonce, signature] = [secret.subarray(0, NONCE_BYTES), secret.subarray(NONCE_BYTES)];
    return this.secrets.isSigned('download-link', [tenantId, nonce, target], signature.toString('base64url'));
  }
}
