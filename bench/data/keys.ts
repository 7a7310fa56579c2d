import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const KEY_ID = 'bench';

/** The settings of the product as they are kept: seeded passwords were made with them. */
export interface StoredKeys {
  readonly signingKey: JsonWebKey & { readonly kid: string };
  /** base64. */
  readonly secret: string;
}

/** Made at the first run, and then the same: a password that was seeded opens with its pepper only. */
export function loadKeys(directory: string): StoredKeys {
  const file = join(directory, 'keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as StoredKeys;
  const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const keys: StoredKeys = {
    signingKey: { ...signingKey, kid: KEY_ID },
    secret: randomBytes(32).toString('base64'),
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

/** The same as the api is configured with them. */
export function keySettings({ signingKey, secret }: StoredKeys) {
  return { JWT_PRIVATE_KEYS: JSON.stringify({ keys: [signingKey] }), SECRET_KEYS: `${KEY_ID}:${secret}` };
}

export function keyPairOf({ signingKey }: StoredKeys) {
  const privateKey = createPrivateKey({ key: signingKey, format: 'jwk' });
  return { kid: signingKey.kid, privateKey, publicKey: createPublicKey(privateKey) };
}
