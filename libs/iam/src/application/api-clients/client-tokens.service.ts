import { Injectable } from '@nestjs/common';
import { OAuthInvalidClientError, OAuthInvalidScopeError } from '../../domain/api-clients/api-client.errors';
import { type ApiClientScope, knownScopes } from '../../domain/api-clients/api-client-scopes';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import {
  type AuthenticatedClient,
  type ClientCredentials,
  ClientCredentialsCheck,
  type CredentialsCheck,
} from '../../infrastructure/api-clients/client-credentials';
import { ClientFailures, type ClientOrigin } from '../../infrastructure/api-clients/client-failures';
import { KnownApiClients, type ServiceClaims } from '../../infrastructure/api-clients/known-api-clients';
import { RevokedTokens } from '../../infrastructure/api-clients/revoked-tokens';

export interface ServiceToken {
  readonly token: string;
  readonly scopes: readonly ApiClientScope[];
}

/** A token that may be used now. */
export interface LiveServiceToken extends ServiceClaims {
  /** As far as its client still has them. */
  readonly scopes: readonly ApiClientScope[];
}

/** Access tokens of API clients: by RFC 6749 (client credentials), RFC 7662 and RFC 7009. */
@Injectable()
export class ClientTokensService {
  constructor(
    private readonly credentials: ClientCredentialsCheck,
    private readonly failures: ClientFailures,
    private readonly clients: KnownApiClients,
    private readonly revoked: RevokedTokens,
    private readonly accessTokens: AccessTokens,
  ) {}

  /** Whether the client is who it says it is. What it is not is still to be counted (`refuse`). */
  check(credentials: ClientCredentials, { ip }: ClientOrigin): Promise<CredentialsCheck> {
    return this.credentials.check(credentials, ip);
  }

  /**
   * Counts a failed authentication, and tells its administrators.
   *
   * @throws OAuthInvalidClientError, RateLimitedError: always one of them.
   */
  async refuse(credentials: ClientCredentials, check: CredentialsCheck, origin: ClientOrigin): Promise<never> {
    await this.failures.count(credentials.clientId, check.client ? null : check.refused, origin);
    throw new OAuthInvalidClientError();
  }

  /**
   * @param scopes those that it asks for; null for all that it has.
   * @throws OAuthInvalidScopeError for a scope that the client does not have.
   */
  issue(
    { tenantId, id: clientId, scopes: own, tokensSince, now }: AuthenticatedClient,
    scopes: readonly string[] | null,
  ) {
    const granted = scopes === null ? own : knownScopes(scopes);
    const isOwn = granted.every((scope) => own.includes(scope));
    if (granted.length === 0 || !isOwn || new Set(scopes ?? granted).size !== granted.length) {
      throw new OAuthInvalidScopeError();
    }
    const scope = granted.join(' ');
    const { token } = this.accessTokens.forClient({ tenantId, clientId, scope, tokensSince }, now);
    return { token, scopes: granted } satisfies ServiceToken;
  }

  /**
   * What a token of the caller's tenant is good for now; null when it is not.
   *
   * @param claims of a token that is valid by itself.
   */
  async introspect({ tenantId }: AuthenticatedClient, claims: ServiceClaims | null): Promise<LiveServiceToken | null> {
    if (claims?.tenantId !== tenantId) return null;
    const client = await this.clients.find(claims);
    return client && { ...claims, scopes: knownScopes([...client.scopes]) };
  }

  /**
   * Ends a token of the caller's own; does nothing to any other.
   *
   * @param claims as for `introspect`.
   */
  async revoke({ tenantId, id }: AuthenticatedClient, claims: ServiceClaims | null): Promise<void> {
    if (claims?.tenantId === tenantId && claims.clientId === id) await this.revoked.add(claims);
  }
}
