import { createECDH, createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { DER_OCTETS, DerReader } from './der';

/** What a provider verifies signatures of: RSA with Google and Huawei, P-256 with Apple. */
export type PrivateKeyKind = 'rsa' | 'p256';

/** The code of what is wrong with a key, as field errors name it. */
export type PrivateKeyProblem = 'not_rsa_key' | 'not_p8_key' | 'rsa_key_size' | 'rsa_key_exponent';

export class PrivateKeyRefusedError extends Error {
  constructor(readonly code: PrivateKeyProblem) {
    super(`private key: ${code}`);
  }
}

/** In UTF-16 units. A key of 4,096 bits has 3,272 as PEM; some hold more beside it. */
export const MAX_PEM_LENGTH = 8_192;
/** NIST SP 800-131A from below; from above what a signature costs: it grows with the cube of the length. */
const RSA_BITS = { min: 2_048, max: 4_096 } as const;
/** 65,537 with Google and Huawei; 3 and 17 are what other tools have made. Any length of it is legal in RFC 8017. */
const RSA_EXPONENTS: readonly bigint[] = [3n, 17n, 65_537n];

const RSA_ENCRYPTION = '2a864886f70d010101';
const EC_PUBLIC_KEY = '2a8648ce3d0201';
const P256 = '2a8648ce3d030107';
const P256_BYTES = 32;
/** Their tag: [0]. */
const EC_PARAMETERS = 0xa0;

/** RFC 7468, 10 for PKCS #8, else the older forms of OpenSSL. A password would be announced within. */
const PEM = /-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([A-Za-z0-9+/=\s]*)-----END \1-----/;

/**
 * The private key in a PEM without a password. OpenSSL would do arithmetic on whatever it is handed: of a DSA key of
 * 8 KiB it computes the public half for seconds while it parses, and the primes of an RSA key may be of any length. So
 * its numbers are read here, and it gets none but those of a key that costs little.
 *
 * @throws PrivateKeyRefusedError
 */
export function privateKeyOf(kind: PrivateKeyKind, pem: string): KeyObject {
  const refusal = new PrivateKeyRefusedError(kind === 'rsa' ? 'not_rsa_key' : 'not_p8_key');
  try {
    const [, label = '', base64 = ''] = pem.length > MAX_PEM_LENGTH ? [] : (PEM.exec(pem) ?? []);
    const der = Buffer.from(base64, 'base64');
    return createPrivateKey({ key: kind === 'rsa' ? rsaJwk(label, der) : p256Jwk(label, der), format: 'jwk' });
  } catch (error) {
    throw error instanceof PrivateKeyRefusedError ? error : refusal;
  }
}

/** RFC 8017, A.1.2. */
function rsaJwk(label: string, der: Buffer): JsonWebKey {
  const reader = label === 'RSA PRIVATE KEY' ? new DerReader(der) : pkcs8(der, [RSA_ENCRYPTION]);
  const numbers = reader.sequence();
  const next = () => numbers.unsigned();
  // Another version has more than two primes.
  if (next() !== 0n) throw new RangeError('There are other primes');
  const [n, e, d, p, q, dp, dq, qi] = [next(), next(), next(), next(), next(), next(), next(), next()] as const;
  const bits = bitsOf(n);
  if (bits < RSA_BITS.min || bits > RSA_BITS.max) throw new PrivateKeyRefusedError('rsa_key_size');
  if (!RSA_EXPONENTS.includes(e)) throw new PrivateKeyRefusedError('rsa_key_exponent');
  // Of equal length, as all generators make them: a signature costs what the longer one does.
  const half = Math.ceil(bits / 2);
  const isKey = p * q === n && n % 2n === 1n && bitsOf(p) <= half && bitsOf(q) <= half;
  const isReduced = d < n && dp < p && dq < q && qi < p;
  if (!isKey || !isReduced) throw new RangeError('The numbers are of no key');
  const own = { d: base64Of(d), p: base64Of(p), q: base64Of(q), dp: base64Of(dp), dq: base64Of(dq), qi: base64Of(qi) };
  return { kty: 'RSA', n: base64Of(n), e: base64Of(e), ...own };
}

/** RFC 5915, 3. The public half is computed: on this curve that costs little. */
function p256Jwk(label: string, der: Buffer): JsonWebKey {
  const isBare = label === 'EC PRIVATE KEY';
  const parts = (isBare ? new DerReader(der) : pkcs8(der, [EC_PUBLIC_KEY, P256])).sequence();
  if (parts.unsigned() !== 1n) throw new RangeError('There is no such version');
  const d = parts.take(DER_OCTETS);
  if (isBare && new DerReader(parts.take(EC_PARAMETERS)).objectId() !== P256) throw new RangeError('Another curve');
  const half = createECDH('prime256v1');
  half.setPrivateKey(d);
  const point = half.getPublicKey();
  const [x, y] = [point.subarray(1, 1 + P256_BYTES), point.subarray(1 + P256_BYTES)];
  return { kty: 'EC', crv: 'P-256', d: base64url(d), x: base64url(x), y: base64url(y) };
}

/** The key in RFC 5208, 5 (PKCS #8), if it is of this algorithm. */
function pkcs8(der: Buffer, algorithm: readonly string[]): DerReader {
  const info = new DerReader(der).sequence();
  info.unsigned();
  const named = info.sequence();
  if (!algorithm.every((id) => named.objectId() === id)) throw new RangeError('It is of another algorithm');
  return new DerReader(info.take(DER_OCTETS));
}

function bitsOf(value: bigint): number {
  return value.toString(2).length;
}

function base64Of(value: bigint): string {
  const digits = value.toString(16);
  return base64url(Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'));
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
