import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type SecretKey, type SigningKey, thumbprint } from './keys';

/**
 * The position of a new key. `front`: used at once. `append`: known, but not used yet, so that all processes can verify
 * with it before one signs with it; `promote`, the second step, moves the last key to the front.
 */
export type RotationStep = 'front' | 'append' | 'promote';

export interface RotatedKeys {
  /** The value of the variable. */
  readonly value: string;
  /** The ids in the order of `value`. */
  readonly ids: readonly string[];
}

const SECRET_BYTES = 32;
const SUFFIX_BYTES = 3;

/** A JWK set with private keys. */
export function rotatedSigningKeys(keys: readonly SigningKey[], step: RotationStep): RotatedKeys {
  const rotated = inOrder(keys, step, () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { kid: thumbprint(publicKey), privateKey, publicKey, createdAt: new Date() };
  });
  const jwks = rotated.map(({ kid, privateKey, createdAt }) => ({
    ...privateKey.export({ format: 'jwk' }),
    kid,
    ...(createdAt && { iat: Math.floor(createdAt.getTime() / 1_000) }),
  }));
  return { value: JSON.stringify({ keys: jwks }), ids: rotated.map(({ kid }) => kid) };
}

/** `id:base64` pairs. */
export function rotatedSecretKeys(keys: readonly SecretKey[], step: RotationStep): RotatedKeys {
  const rotated = inOrder(keys, step, () => {
    const id = `k${new Date().toISOString().slice(0, 10).replaceAll('-', '')}${randomBytes(SUFFIX_BYTES).toString('hex')}`;
    return { id, bytes: randomBytes(SECRET_BYTES) };
  });
  const pairs = rotated.map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`);
  return { value: pairs.join(','), ids: rotated.map(({ id }) => id) };
}

function inOrder<Key>(keys: readonly Key[], step: RotationStep, fresh: () => Key): readonly Key[] {
  if (step === 'promote') return [...keys.slice(-1), ...keys.slice(0, -1)];
  return step === 'append' ? [...keys, fresh()] : [fresh(), ...keys];
}
