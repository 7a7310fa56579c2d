import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';
import { AllowedNetworks } from '../../domain/api-clients/allowed-networks';
import { type ApiClientScope, isScope, knownScopes } from '../../domain/api-clients/api-client-scopes';
import type { LimitedToApps } from '../../domain/sessions/app-limit';
import type { AdminSession } from '../sessions/signed-in';
import { TOKENS_SINCE } from './client-credentials';

/** What an access token of a client claims. */
export interface ServiceClaims {
  readonly tenantId: string;
  readonly clientId: string;
  readonly tokenId: string;
  /** As it was asked for. */
  readonly scope: string;
  /** When its client last lost all tokens before it was issued, in milliseconds since 1970. */
  readonly tokensSince: number;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** The client behind an access token, as far as every request needs it. */
export interface ServiceClient extends LimitedToApps {
  readonly tenantId: string;
  readonly id: string;
  /** In the audit log. */
  readonly name: string;
  /** Of the token, as far as the client still has them. */
  readonly scopes: ReadonlySet<ApiClientScope>;
  readonly networks: AllowedNetworks;
  /** On the administrators' routes; null without a scope that opens any of them. */
  readonly admin: AdminSession | null;
}

interface Usable {
  readonly client: ServiceClient;
  /** How long it still does not expire, by the clock of the database. */
  readonly lifetimeMs: number;
}

interface ClientRow extends Record<string, unknown> {
  name: string;
  scopes: string[];
  appIds: string[] | null;
  allowedCidrs: string[];
  lifetimeMs: number | null;
}

/**
 * A token is good as long as its client has lost no tokens since: one that was issued while that happened knows what was
 * true before. Each column that is named here has a trigger.
 */
const SELECT = `
  SELECT c.name, c.scopes, c.app_ids AS "appIds", c.allowed_cidrs AS "allowedCidrs",
         (extract(epoch FROM c.expires_at - now()) * 1000)::float8 AS "lifetimeMs"
    FROM api_clients c
    JOIN tenants o ON o.id = c.tenant_id
   WHERE c.tenant_id = $1 AND c.id = $2 AND c.status = 'active' AND coalesce(c.expires_at > now(), true)
     AND o.status = 'active' AND ${TOKENS_SINCE} = $4::float8
     AND NOT EXISTS (SELECT FROM api_client_revoked_tokens r WHERE r.tenant_id = $1 AND r.jti = $3)`;

const MAX_BYTES = 4 * 1024 * 1024;
const BYTES_PER_TOKEN = 1_800;
/** In a set, and in the answer of the database that made it. */
const BYTES_PER_SCOPE = 80;
const BYTES_PER_APP = 80;
/** In the list of addresses, which is not on the heap. */
const BYTES_PER_NETWORK = 400;

/**
 * The clients that requests come with, from memory if possible, by their tokens: triggers announce every change to what
 * decides whether a token may be used. One that may not be used is not remembered.
 */
@Injectable()
export class KnownApiClients {
  private readonly known: InvalidatedCache<Usable>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.known = new InvalidatedCache<Usable>(feed, {
      subject: 'api_client',
      further: { tenant: ({ client }) => client.tenantId },
      sizeOf: ({ client: { scopes, appIds, networks } }) =>
        BYTES_PER_TOKEN +
        scopes.size * BYTES_PER_SCOPE +
        (appIds?.length ?? 0) * BYTES_PER_APP +
        networks.cidrs.length * BYTES_PER_NETWORK,
      maxBytes: MAX_BYTES,
      lifetimeMsOf: ({ lifetimeMs }) => lifetimeMs,
    });
  }

  /** The client behind the claims of a valid token, if both may be used now. */
  async find(claims: ServiceClaims): Promise<ServiceClient | null> {
    const { tenantId, clientId, tokenId } = claims;
    const known = await this.known.get(clientId, `${tenantId} ${tokenId}`, () => this.read(claims));
    return known?.client ?? null;
  }

  private async read({ tenantId, clientId, tokenId, scope, tokensSince }: ServiceClaims): Promise<Usable | null> {
    const values = [tenantId, clientId, tokenId, tokensSince];
    const [row] = await this.database.read<ClientRow>(tenantId, SELECT, values);
    if (!row) return null;
    const scopes = new Set(knownScopes(scope.split(' ')).filter((one) => row.scopes.includes(one)));
    const { name, appIds } = row;
    const client: ServiceClient = {
      tenantId,
      id: clientId,
      name,
      scopes,
      appIds,
      networks: new AllowedNetworks(row.allowedCidrs),
      admin: adminOf({ tenantId, id: clientId, name, scopes, appIds }),
    };
    return { client, lifetimeMs: row.lifetimeMs ?? Infinity };
  }
}

/** Scopes that are no permissions open nothing there, under whatever name they are looked for. */
function adminOf({
  tenantId,
  id,
  name,
  scopes,
  appIds,
}: Omit<ServiceClient, 'networks' | 'admin'>): AdminSession | null {
  if (![...scopes].some(isScope)) return null;
  const as = { userId: id, sessionId: id, display: name, permissions: scopes, mustEnrol: false };
  return { tenantId, homeTenantId: tenantId, appIds, ...as };
}
