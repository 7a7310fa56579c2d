import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** The numbers of an RSA key (RFC 8017, A.1.2), as a JWK names them. */
export type RsaNumbers = Record<'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi', bigint>;

const RSA_ENCRYPTION = '06092a864886f70d0101010500';
const DSA = '06072a8648ce380401';

/** The numbers of a real key, to be changed. */
export function rsaNumbers(modulusLength = 2_048): RsaNumbers {
  const jwk = generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'jwk' });
  const names = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const;
  return Object.fromEntries(names.map((name) => [name, big(Buffer.from(jwk[name] ?? '', 'base64url'))])) as RsaNumbers;
}

/** An odd number of so many bytes, the highest bit set. */
export function anyNumber(bytes: number): bigint {
  const random = randomBytes(bytes);
  random[0]! |= 0x80;
  random[bytes - 1]! |= 1;
  return big(random);
}

/** As PKCS #8, with whatever numbers. */
export function rsaPem({ n, e, d, p, q, dp, dq, qi }: RsaNumbers, version = 0n): string {
  const key = element(0x30, ...[version, n, e, d, p, q, dp, dq, qi].map(integer));
  const algorithm = element(0x30, Buffer.from(RSA_ENCRYPTION, 'hex'));
  return pemOf(element(0x30, integer(0n), algorithm, element(0x04, key)));
}

/** As long as an RSA key of 8,640 bits with an exponent as long as a field takes: a signature takes a second. */
export function endlessRsaPem(): string {
  const [half, whole] = [540, 1_080];
  const [p, q] = [anyNumber(half), anyNumber(half)];
  const others = { dp: anyNumber(half), dq: anyNumber(half), qi: anyNumber(half) };
  return rsaPem({ n: p * q, e: anyNumber(whole - 6), d: anyNumber(whole), p, q, ...others });
}

/** OpenSSL computes the public half while it parses, which takes two seconds. */
export function endlessDsaPem(): string {
  const parameters = element(0x30, ...[2_000, 32, 1_900].map((bytes) => integer(anyNumber(bytes))));
  const algorithm = element(0x30, Buffer.from(DSA, 'hex'), parameters);
  return pemOf(element(0x30, integer(0n), algorithm, element(0x04, integer(anyNumber(1_900)))));
}

export function pemOf(der: Buffer, label = 'PRIVATE KEY'): string {
  return `-----BEGIN ${label}-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
}

export function pemOfKey(key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8'): string {
  return String(key.export({ type, format: 'pem' }));
}

function integer(value: bigint): Buffer {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return element(0x02, bytes[0]! >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function big(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}
