import { Injectable } from '@nestjs/common';
import { OAuthInvalidClientError, OAuthInvalidScopeError } from '../../domain/api-clients/api-client.errors';
import { type ApiClientScope, knownScopes } from '../../domain/api-clients/api-client-scopes';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import {
  type AuthenticatedClient,
  type ClientCredentials,
  ClientCredentialsCheck,
} from '../../infrastructure/api-clients/client-credentials';
import { ClientFailures } from '../../infrastructure/api-clients/client-failures';
import { KnownApiClients, type ServiceClaims } from '../../infrastructure/api-clients/known-api-clients';
import { RevokedTokens } from '../../infrastructure/api-clients/revoked-tokens';

/** From where a client asks. */
export interface ClientOrigin {
  readonly ip: string;
  /** Of limits. */
  readonly addressKey: string;
}

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

  /**
   * @param scopes those that it asks for; null for all that it has.
   * @throws OAuthInvalidClientError, RateLimitedError
   * @throws OAuthInvalidScopeError for a scope that the client does not have.
   */
  async issue(
    credentials: ClientCredentials,
    scopes: readonly string[] | null,
    origin: ClientOrigin,
  ): Promise<ServiceToken> {
    const { tenantId, id: clientId, scopes: own, tokensSince, now } = await this.authenticate(credentials, origin);
    const granted = scopes === null ? own : knownScopes(scopes);
    const isOwn = granted.every((scope) => own.includes(scope));
    if (granted.length === 0 || !isOwn || new Set(scopes ?? granted).size !== granted.length) {
      throw new OAuthInvalidScopeError();
    }
    const scope = granted.join(' ');
    const { token } = this.accessTokens.forClient({ tenantId, clientId, scope, tokensSince }, now);
    return { token, scopes: granted };
  }

  /**
   * What a token of the caller's tenant is good for now; null when it is not.
   *
   * @param claims of a token that is valid by itself.
   * @throws OAuthInvalidClientError, RateLimitedError
   */
  async introspect(
    credentials: ClientCredentials,
    claims: ServiceClaims | null,
    origin: ClientOrigin,
  ): Promise<LiveServiceToken | null> {
    const { tenantId } = await this.authenticate(credentials, origin);
    if (claims?.tenantId !== tenantId) return null;
    const client = await this.clients.find(claims);
    return client && { ...claims, scopes: knownScopes([...client.scopes]) };
  }

  /**
   * Ends a token of the caller's own; does nothing to any other.
   *
   * @param claims as for `introspect`.
   * @throws OAuthInvalidClientError, RateLimitedError
   */
  async revoke(credentials: ClientCredentials, claims: ServiceClaims | null, origin: ClientOrigin): Promise<void> {
    const { tenantId, id } = await this.authenticate(credentials, origin);
    if (claims?.tenantId === tenantId && claims.clientId === id) await this.revoked.add(claims);
  }

  private async authenticate(credentials: ClientCredentials, origin: ClientOrigin): Promise<AuthenticatedClient> {
    const client = await this.credentials.find(credentials, origin.ip);
    if (client) return client;
    await this.failures.count(origin.addressKey, credentials.clientId);
    throw new OAuthInvalidClientError();
  }
}
