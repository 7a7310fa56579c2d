import { type KeyObject, randomUUID, sign, verify } from 'node:crypto';

export const ISSUER = 'https://bench.example.com';
export const ADMIN_AUDIENCE = 'admin';

const CLOCK_SKEW_SECONDS = 30;

interface KeyPair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly client_id: string;
  readonly sub: string;
  readonly sid: string;
  readonly tid: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

/** Whom a token is for. `appId` is null in the administration. */
export interface Bearer {
  readonly tenantId: string;
  readonly appId: string | null;
  readonly userId: string;
  readonly sessionId: string;
}

/** Access tokens in the product's form, as a plain program makes and reads them. */
export class Tokens {
  private readonly header: string;

  constructor(private readonly keys: KeyPair) {
    this.header = base64url({ alg: 'ES256', typ: 'at+jwt', kid: keys.kid });
  }

  sign({ tenantId, appId, userId, sessionId }: Bearer, seconds: number): { token: string; expiresAt: Date } {
    const iat = Math.floor(Date.now() / 1_000);
    const exp = iat + seconds;
    const claims: Claims = {
      iss: ISSUER,
      aud: appId === null ? ADMIN_AUDIENCE : `mobile:${appId}`,
      client_id: appId ?? ADMIN_AUDIENCE,
      sub: userId,
      sid: sessionId,
      tid: tenantId,
      iat,
      exp,
      jti: randomUUID(),
    };
    const content = `${this.header}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(content), { key: this.keys.privateKey, dsaEncoding: 'ieee-p1363' });
    return { token: `${content}.${signature.toString('base64url')}`, expiresAt: new Date(exp * 1_000) };
  }

  /** The claims of a token that is ours and in force; else null. */
  read(token: string): Claims | null {
    const [header = '', payload = '', signature = '', ...others] = token.split('.');
    if (others.length > 0) return null;
    const { alg, typ, kid } = parse<Record<string, unknown>>(header) ?? {};
    if (alg !== 'ES256' || typ !== 'at+jwt' || kid !== this.keys.kid) return null;
    const key = { key: this.keys.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const content = Buffer.from(`${header}.${payload}`);
    if (!verify('sha256', content, key, Buffer.from(signature, 'base64url'))) return null;
    const claims = parse<Claims>(payload);
    const now = Date.now() / 1_000;
    if (claims?.iss !== ISSUER || claims.exp + CLOCK_SKEW_SECONDS <= now) return null;
    return claims.iat - CLOCK_SKEW_SECONDS <= now ? claims : null;
  }
}

function base64url(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}

function parse<T>(part: string): T | null {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as T;
  } catch {
    return null;
  }
}
