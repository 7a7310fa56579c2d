import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A key pair for access tokens. The public half is published under `kid` (RFC 7517). */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The key's `iat`, if it has one: seconds since 1970, as in the historical keys of OpenID Federation 1.0. */
  readonly createdAt?: Date;
}

/** A secret from which peppers, HMAC and encryption keys are derived. Its id is stored beside what it protects. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const MIN_SECRET_BYTES = 32;
/** 32 random bytes hold 30 different values on average, and hardly ever fewer than 16. */
const MIN_DIFFERENT_BYTES = 8;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const DATED_KEY_ID = /^k(\d{4})(\d{2})(\d{2})[0-9a-f]{6}$/;

/**
 * Reads a JWK set (RFC 7517) of private P-256 keys, given as JSON or as the path of a file. The first key signs; all of
 * them verify and are published. To rotate, add a new key at the end, then move it to the front, and later remove the
 * old one.
 */
export function parseSigningKeys(value: string | undefined): readonly SigningKey[] | undefined {
  if (value === undefined) return undefined;
  const json = value.trimStart().startsWith('{') ? value : readKeyFile(value);
  const keys = (parseJson(json) as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length === 0) throw new Error('must be a JWKS with at least one key');
  const parsed = keys.map(toSigningKey);
  if (new Set(parsed.map(({ kid }) => kid)).size < parsed.length)
    throw new Error('must not contain the same kid twice');
  return parsed;
}

/** The day on which `rotate-keys` made the key (`k20260131…`); null for ids from elsewhere. */
export function dayOfKey(id: string): Date | null {
  const [, year, month, day] = DATED_KEY_ID.exec(id) ?? [];
  const date = new Date(`${year}-${month}-${day}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Reads comma-separated `id:base64` pairs, newest first. */
export function parseSecretKeys(value: string | undefined): readonly SecretKey[] | undefined {
  if (value === undefined) return undefined;
  const keys = value.split(',').map((pair) => {
    const [id = '', encoded = '', ...others] = pair.trim().split(':');
    const bytes = Buffer.from(encoded, 'base64');
    if (!KEY_ID.test(id) || bytes.length < MIN_SECRET_BYTES || others.length > 0 || !isBase64(encoded, bytes)) {
      throw new Error(`must be id:base64 pairs, newest first, each of at least ${MIN_SECRET_BYTES} bytes`);
    }
    return { id, bytes };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('must not contain the same key id twice');
  return keys;
}

/**
 * Whether the bytes may come from a random generator. Rejects placeholders: one byte repeated, a repeating sequence,
 * bytes that count up or down, few distinct bytes.
 */
export function looksRandom(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, at) => byte - (bytes[at] ?? 0));
  const isRepeated = (period: number) => bytes.subarray(period).equals(bytes.subarray(0, -period));
  const periods = Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) => at + 1);
  return new Set(bytes).size >= MIN_DIFFERENT_BYTES && new Set(steps).size > 1 && !periods.some(isRepeated);
}

/** Checked by encoding again, as `Buffer` skips invalid characters. Padding is optional; base64url is accepted. */
function isBase64(text: string, bytes: Buffer): boolean {
  const bare = text.replace(/={1,2}$/, '');
  return [bytes.toString('base64'), bytes.toString('base64url')].some((right) => right.replace(/=+$/, '') === bare);
}

/** The JWK thumbprint (RFC 7638) of an EC public key, base64url. */
export function thumbprint(publicKey: KeyObject): string {
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

function toSigningKey(jwk: unknown): SigningKey {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    throw new Error('must contain private keys in JWK form');
  }
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('must contain ES256 (P-256) keys only');
  const publicKey = createPublicKey(privateKey);
  const { kid, iat } = jwk as { kid?: unknown; iat?: unknown };
  return {
    kid: typeof kid === 'string' && kid !== '' ? kid : thumbprint(publicKey),
    privateKey,
    publicKey,
    ...(isTime(iat) && { createdAt: new Date(iat * 1_000) }),
  };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(new Date(value * 1_000).getTime());
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error('must be a JWKS or the path of a readable file with one');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('must be valid JSON');
  }
}
