import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { isUuid, NIL_UUID } from '@libs/kernel';
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

/** Why an existing client was refused. Only the first can happen without its secret. */
export type ClientRefusal = 'wrong_secret' | 'disabled' | 'expired' | 'address_denied';

/** A client that exists and was refused. */
export interface RefusedClient {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly reason: ClientRefusal;
}

/** What credentials prove. `refused` is null where no such client exists. */
export type CredentialsCheck =
  | { readonly client: AuthenticatedClient }
  | { readonly client: null; readonly refused: RefusedClient | null };

interface ClientRow extends Record<string, unknown> {
  tenantId: string;
  name: string;
  scopes: string[];
  allowedCidrs: string[];
  tokensSince: number;
  obstacle: 'disabled' | 'expired' | null;
  now: Date;
  isUnnoted: boolean;
}

/** Without a secret where the client has none that can be used. */
type CredentialRow = ClientRow & ({ secretId: string; hash: Buffer } | { secretId: null; hash: null });

/** As tokens tell it. */
export const TOKENS_SINCE = 'floor(extract(epoch FROM c.tokens_since) * 1000)::float8';

const OUTDATED = (table: string) => `coalesce(${table}.last_used_at < now() - interval '1 minute', true)`;

/** One row for each secret that can be used, and one for a client without any. */
const SELECT = `
  SELECT c.tenant_id AS "tenantId", c.name, c.scopes, c.allowed_cidrs AS "allowedCidrs", now() AS now,
         ${TOKENS_SINCE} AS "tokensSince",
         CASE WHEN c.status <> 'active' OR o.status <> 'active' THEN 'disabled'
              WHEN c.expires_at <= now() THEN 'expired' END AS obstacle,
         s.id AS "secretId", s.hash, ${OUTDATED('c')} OR ${OUTDATED('s')} AS "isUnnoted"
    FROM api_clients c
    JOIN tenants o ON o.id = c.tenant_id
    LEFT JOIN api_client_secrets s ON s.tenant_id = c.tenant_id AND s.client_id = c.id
                                  AND coalesce(s.expires_at > now(), true)
   WHERE c.id = $1`;

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
const NOBODY = NIL_UUID;

/** Proves who a client is. */
@Injectable()
export class ClientCredentialsCheck {
  constructor(private readonly database: Database) {}

  /**
   * The client, if the secret is one of its own and it may be used now from this address. By the same statement for
   * everything else: what was wrong is for its administrators, and whoever asks learns nothing of it.
   */
  async check({ clientId, clientSecret }: ClientCredentials, address: string): Promise<CredentialsCheck> {
    const id = isUuid(clientId) ? clientId.toLowerCase() : NOBODY;
    const rows = await this.database.readAsSystem<CredentialRow>(SELECT, [id]);
    const found = matchingSecret(
      clientSecret,
      rows.filter((row) => row.hash !== null),
    );
    const reason = found ? refusalOf(found, address) : 'wrong_secret';
    if (!found || reason !== null) return { client: null, refused: refused(id, rows[0], reason) };
    const { tenantId, scopes, tokensSince, now, secretId } = found;
    if (found.isUnnoted) await this.database.write(tenantId, NOTE_USE, [tenantId, id, secretId]);
    return { client: { tenantId, id, scopes: knownScopes(scopes), tokensSince, now } };
  }
}

function refusalOf({ obstacle, allowedCidrs }: ClientRow, address: string): ClientRefusal | null {
  return obstacle ?? (new AllowedNetworks(allowedCidrs).allows(address) ? null : 'address_denied');
}

function refused(id: string, row: ClientRow | undefined, reason: ClientRefusal | null): RefusedClient | null {
  return row && reason ? { tenantId: row.tenantId, id, name: row.name, reason } : null;
}
