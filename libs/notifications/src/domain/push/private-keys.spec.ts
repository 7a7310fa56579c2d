import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import {
  anyNumber,
  endlessDsaPem,
  endlessRsaPem,
  pemOf,
  pemOfKey,
  rsaNumbers,
  rsaPem,
} from '../../../../../test/support/push/hostile-keys';
import { type PrivateKeyKind, privateKeyOf } from './private-keys';

const RSA = rsaNumbers();
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const OTHER_EC = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey;
const EXPLICIT_EC = generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' }).privateKey;

const rsaKey = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey;
const refusalOf = (kind: PrivateKeyKind, pem: string) => {
  try {
    privateKeyOf(kind, pem);
    return null;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('Private keys that administrators enter', () => {
  it.each([
    ['RSA of 2,048 bits', rsaKey(2_048)],
    ['RSA of 3,072 bits with the exponent 3', rsaKey(3_072, 3)],
    ['RSA of 4,096 bits with the exponent 17', rsaKey(4_096, 17)],
    ['P-256', EC],
  ])('sign as what they are: %s', (_, key) => {
    const isRsa = key.asymmetricKeyType === 'rsa';
    for (const type of ['pkcs8', isRsa ? 'pkcs1' : 'sec1'] as const) {
      const pem = `Bag Attributes\n${pemOfKey(key, type)}`.replaceAll('\n', '\r\n');
      const read = privateKeyOf(isRsa ? 'rsa' : 'p256', pem);
      const signature = sign('sha256', Buffer.from('a'), read);
      expect(verify('sha256', Buffer.from('a'), createPublicKey(key), signature)).toBe(true);
    }
  });

  it.each<[string, PrivateKeyKind, string, string]>([
    ['RSA of 1,024 bits', 'rsa', pemOfKey(rsaKey(1_024)), 'rsa_key_size'],
    ['RSA of 4,104 bits', 'rsa', pemOfKey(rsaKey(4_104)), 'rsa_key_size'],
    ['RSA of 8,640 bits with an endless exponent', 'rsa', endlessRsaPem(), 'rsa_key_size'],
    ['another exponent', 'rsa', pemOfKey(rsaKey(2_048, 257)), 'rsa_key_exponent'],
    ['an endless exponent', 'rsa', rsaPem({ ...RSA, e: anyNumber(256) }), 'rsa_key_exponent'],
    ['primes of another key', 'rsa', rsaPem({ ...RSA, p: anyNumber(1_400), q: anyNumber(1_400) }), 'not_rsa_key'],
    ['one long and one short factor', 'rsa', rsaPem({ ...RSA, p: 3n * RSA.p, q: RSA.q, n: 3n * RSA.n }), 'not_rsa_key'],
    ['an even modulus', 'rsa', rsaPem({ ...RSA, p: RSA.p - 1n, n: (RSA.p - 1n) * RSA.q }), 'not_rsa_key'],
    ['a longer exponent of its own', 'rsa', rsaPem({ ...RSA, d: anyNumber(2_000) }), 'not_rsa_key'],
    ['a longer exponent of a prime', 'rsa', rsaPem({ ...RSA, dp: anyNumber(1_500) }), 'not_rsa_key'],
    ['a longer coefficient', 'rsa', rsaPem({ ...RSA, qi: anyNumber(1_500) }), 'not_rsa_key'],
    ['several primes', 'rsa', rsaPem(RSA, 1n), 'not_rsa_key'],
    ['DSA whose public half is to be computed', 'rsa', endlessDsaPem(), 'not_rsa_key'],
    ['the same for Apple', 'p256', endlessDsaPem(), 'not_p8_key'],
    ['P-256 for Google', 'rsa', pemOfKey(EC), 'not_rsa_key'],
    ['RSA for Apple', 'p256', rsaPem(RSA), 'not_p8_key'],
    ['another curve of 256 bits', 'p256', pemOfKey(OTHER_EC), 'not_p8_key'],
    ['the same in the older form', 'p256', pemOfKey(OTHER_EC, 'sec1'), 'not_p8_key'],
    ['a curve described in the key', 'p256', pemOfKey(EXPLICIT_EC), 'not_p8_key'],
    ['a password', 'p256', pemOf(Buffer.alloc(300, 0x30), 'ENCRYPTED PRIVATE KEY'), 'not_p8_key'],
    ['a key cut off', 'p256', pemOf(EC.export({ type: 'pkcs8', format: 'der' }).subarray(0, 60)), 'not_p8_key'],
    ['an endless length', 'p256', pemOf(Buffer.from('3089ffffffffffffffffff', 'hex')), 'not_p8_key'],
    ['more text than a key has', 'p256', `${' '.repeat(8_192)}${pemOfKey(EC)}`, 'not_p8_key'],
    ['nothing', 'p256', '', 'not_p8_key'],
  ])('are refused: %s', (_, kind, pem, code) => expect(refusalOf(kind, pem)).toBe(code));
});
