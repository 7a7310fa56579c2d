import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { ServiceClaims } from './known-api-clients';

@Injectable()
export class RevokedTokens {
  constructor(private readonly database: Database) {}

  /** For good; once more changes nothing. */
  async add({ tenantId, clientId, tokenId, expiresAt }: ServiceClaims): Promise<void> {
    await this.database.write(
      tenantId,
      `INSERT INTO api_client_revoked_tokens (tenant_id, client_id, jti, expires_at)
       VALUES ($1, $2, $3, to_timestamp($4::float8)) ON CONFLICT DO NOTHING`,
      [tenantId, clientId, tokenId, expiresAt],
    );
  }
}
