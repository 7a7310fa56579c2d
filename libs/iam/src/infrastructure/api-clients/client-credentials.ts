import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { isUuid } from '@libs/kernel';
import { AllowedNetworks } from '../../domain/api-clients/allowed-networks';
import { type ApiClientScope, knownScopes } from '../../domain/api-clients/api-client-scopes';
import { matchingSecret } from '../../domain/api-clients/client-secret';

/** What a client sends to prove who it is. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A client that has proven who it is. */
export interface AuthenticatedClient {
  readonly tenantId: string;
  readonly id: string;
  readonly scopes: readonly ApiClientScope[];
  /** When it last lost all tokens, in milliseconds since 1970. */
  readonly tokensSince: number;
  /** When it did, by the clock of the database. */
  readonly now: Date;
}

interface CredentialRow extends Record<string, unknown> {
  tenantId: string;
  scopes: string[];
  allowedCidrs: string[];
  tokensSince: number;
  isUsable: boolean;
  now: Date;
  secretId: string;
  hash: Buffer;
  isUnnoted: boolean;
}

/** As tokens tell it. */
export const TOKENS_SINCE = 'floor(extract(epoch FROM c.tokens_since) * 1000)::float8';

const OUTDATED = (table: string) => `coalesce(${table}.last_used_at < now() - interval '1 minute', true)`;

/** One row for each secret that can be used. */
const SELECT = `
  SELECT c.tenant_id AS "tenantId", c.scopes, c.allowed_cidrs AS "allowedCidrs", now() AS now,
         ${TOKENS_SINCE} AS "tokensSince",
         c.status = 'active' AND o.status = 'active' AND coalesce(c.expires_at > now(), true) AS "isUsable",
         s.id AS "secretId", s.hash, ${OUTDATED('c')} OR ${OUTDATED('s')} AS "isUnnoted"
    FROM api_clients c
    JOIN tenants o ON o.id = c.tenant_id
    JOIN api_client_secrets s ON s.tenant_id = c.tenant_id AND s.client_id = c.id
   WHERE c.id = $1 AND coalesce(s.expires_at > now(), true)`;

/** At most once a minute, and never waiting for an administrator who is changing the client. */
const NOTE_USE = `
  WITH client AS (
    SELECT c.id FROM api_clients c WHERE c.tenant_id = $1 AND c.id = $2 AND ${OUTDATED('c')}
       FOR NO KEY UPDATE SKIP LOCKED
  ), secret AS (
    SELECT s.id FROM api_client_secrets s WHERE s.tenant_id = $1 AND s.client_id = $2 AND s.id = $3 AND ${OUTDATED('s')}
       FOR NO KEY UPDATE SKIP LOCKED
  ), noted AS (
    UPDATE api_clients c SET last_used_at = now() FROM client WHERE c.tenant_id = $1 AND c.id = client.id
  )
  UPDATE api_client_secrets s SET last_used_at = now() FROM secret
   WHERE s.tenant_id = $1 AND s.client_id = $2 AND s.id = secret.id`;

/** An id that no client has: what is no id at all takes the same way. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Proves who a client is. */
@Injectable()
export class ClientCredentialsCheck {
  constructor(private readonly database: Database) {}

  /**
   * The client, if the secret is one of its own and it may be used now from this address. Null for everything else, and
   * by the same statement: nobody learns which of it was wrong.
   */
  async find({ clientId, clientSecret }: ClientCredentials, address: string): Promise<AuthenticatedClient | null> {
    const id = isUuid(clientId) ? clientId.toLowerCase() : NOBODY;
    const rows = await this.database.readAsSystem<CredentialRow>(SELECT, [id]);
    const found = matchingSecret(clientSecret, rows);
    if (!found?.isUsable || !new AllowedNetworks(found.allowedCidrs).allows(address)) return null;
    const { tenantId, scopes, tokensSince, now, secretId } = found;
    if (found.isUnnoted) await this.database.write(tenantId, NOTE_USE, [tenantId, id, secretId]);
    return { tenantId, id, scopes: knownScopes(scopes), tokensSince, now };
  }
}
