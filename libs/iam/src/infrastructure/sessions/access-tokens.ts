import { randomUUID, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import { CONFIG, SIGNING_KEYS, type Config, type SigningKey } from '@libs/foundation';
import {
  ACCESS_TOKEN_SECONDS,
  ADMIN_ACCESS_TOKEN_SECONDS,
  SERVICE_TOKEN_SECONDS,
} from '../../domain/sessions/session-lifetimes';

export const ACCESS_TOKEN_TYPE = 'at+jwt';
export const ACCESS_TOKEN_ALGORITHM = 'ES256';

export interface AccessToken {
  readonly token: string;
  readonly expiresAt: Date;
}

interface SessionClaims {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

interface ClientClaims {
  readonly tenantId: string;
  readonly clientId: string;
  /** Separated by blanks. */
  readonly scope: string;
  /** When the client last lost all tokens, in milliseconds since 1970. */
  readonly tokensSince: number;
}

/** The public half of a signing key, as published. */
interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly use: string;
  readonly alg: string;
}

/** Signs access tokens (RFC 9068) and publishes the keys that verify them (RFC 7517). */
@Injectable()
export class AccessTokens {
  constructor(
    @Inject(SIGNING_KEYS) private readonly keys: readonly SigningKey[],
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get issuer(): string {
    return this.config.publicBaseUrl;
  }

  forMember(member: SessionClaims & { appId: string }, now: Date): AccessToken {
    return this.sign({ aud: audienceOf(member.appId), client_id: member.appId }, member, now, ACCESS_TOKEN_SECONDS);
  }

  forAdmin(admin: SessionClaims, now: Date): AccessToken {
    return this.sign({ aud: ADMIN_AUDIENCE, client_id: ADMIN_AUDIENCE }, admin, now, ADMIN_ACCESS_TOKEN_SECONDS);
  }

  /** It names no user: the client acts for itself. */
  forClient({ clientId, tenantId, scope, tokensSince }: ClientClaims, now: Date): AccessToken {
    const client = { client_id: clientId, sub: clientId, tid: tenantId, tokens_since: tokensSince };
    const claims = { aud: SERVICE_AUDIENCE, ...client, scope };
    return this.signed(claims, now, SERVICE_TOKEN_SECONDS);
  }

  private sign(
    surface: { aud: string; client_id: string },
    { userId, sessionId, tenantId }: SessionClaims,
    now: Date,
    seconds: number,
  ) {
    return this.signed({ ...surface, sub: userId, sid: sessionId, tid: tenantId }, now, seconds);
  }

  private signed(claims: Readonly<Record<string, string | number>>, now: Date, seconds: number): AccessToken {
    const [key] = this.keys;
    if (!key) throw new Error('No signing key is configured');
    const issuedAt = Math.floor(now.getTime() / 1_000);
    const expiresAt = issuedAt + seconds;
    const token = sign(
      {
        iss: this.issuer,
        ...claims,
        iat: issuedAt,
        exp: expiresAt,
        jti: randomUUID(),
      },
      key.privateKey,
      {
        algorithm: ACCESS_TOKEN_ALGORITHM,
        keyid: key.kid,
        header: { alg: ACCESS_TOKEN_ALGORITHM, typ: ACCESS_TOKEN_TYPE },
      },
    );
    return { token, expiresAt: new Date(expiresAt * 1_000) };
  }

  /** The key that a token names, if it is one of ours. Anything else in a token's header about keys is ignored. */
  verificationKey(kid: string): KeyObject | null {
    return this.keys.find((key) => key.kid === kid)?.publicKey ?? null;
  }

  jwks(): { keys: PublicJwk[] } {
    return {
      keys: this.keys.map(({ kid, publicKey }) => {
        const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
        return { kty, crv, x, y, kid, use: 'sig', alg: ACCESS_TOKEN_ALGORITHM };
      }),
    };
  }
}

/** The audience of administrators' tokens, for every tenant. */
export const ADMIN_AUDIENCE = 'admin';

/** The audience of API clients' tokens, for every tenant. */
export const SERVICE_AUDIENCE = 'service';

/** The audience of a mobile token: one App. */
export function audienceOf(appId: string): string {
  return `mobile:${appId}`;
}
