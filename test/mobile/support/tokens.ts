import { generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto';

export interface Signer {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export function aSigner(kid: string, namedCurve = 'P-256'): Signer {
  return { kid, ...generateKeyPairSync('ec', { namedCurve }) };
}

/** What JWT_PRIVATE_KEYS takes. */
export function asJwks(...signers: Signer[]): string {
  return JSON.stringify({
    keys: signers.map(({ kid, privateKey }) => ({ ...privateKey.export({ format: 'jwk' }), kid })),
  });
}

export function encode(part: object | string): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}

export function decodePart(token: string, index: 0 | 1): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

/** A token with any header and claims, signed with ES256. */
export function signToken(
  header: object,
  claims: object | string,
  { privateKey }: Signer,
  dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363',
): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = signBytes('sha256', Buffer.from(input), { key: privateKey, dsaEncoding });
  return `${input}.${signature.toString('base64url')}`;
}

/** For so long the server forgives clocks (`access-token.strategy.ts`). */
const SKEW_SECONDS = 30;

/** The same token, which the server refuses from a moment on, of which its claims tell the client nothing. */
export function endingIn(token: string, seconds: number, signer: Signer): string {
  const exp = Math.floor(Date.now() / 1_000) + seconds - SKEW_SECONDS;
  const claims = { ...decodePart(token, 1), iat: exp - 900, exp };
  return signToken({ alg: 'ES256', typ: 'at+jwt', kid: signer.kid }, claims, signer);
}
