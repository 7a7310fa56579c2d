import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSecretKeys, parseSigningKeys, type SecretKey, type SigningKey } from './keys';

interface StoredKeys {
  readonly jwks: { keys: unknown[] };
  readonly secretKeys: string;
}

/**
 * The keys of a development installation, made at the first start and kept in the data directory, readable by their
 * owner only, so that a restart signs nobody out. Never used in production, where the configuration must name them.
 */
export function generatedKeys(dataDirectory: string): {
  signing: readonly SigningKey[];
  secrets: readonly SecretKey[];
} {
  const stored = read(dataDirectory) ?? create(dataDirectory);
  return {
    signing: parseSigningKeys(JSON.stringify(stored.jwks)) ?? [],
    secrets: parseSecretKeys(stored.secretKeys) ?? [],
  };
}

/** Replaces the keys of one kind, for processes that start from now on. @param value as the setting takes it. */
export function replaceGeneratedKeys(dataDirectory: string, kind: 'signing' | 'secrets', value: string): void {
  const stored = read(dataDirectory) ?? create(dataDirectory);
  const changed = kind === 'secrets' ? { secretKeys: value } : { jwks: JSON.parse(value) as StoredKeys['jwks'] };
  write(dataDirectory, { ...stored, ...changed });
}

function fileIn(dataDirectory: string): string {
  return join(dataDirectory, 'keys.json');
}

function read(dataDirectory: string): StoredKeys | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')) as StoredKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function create(dataDirectory: string): StoredKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stored: StoredKeys = {
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    secretKeys: `dev1:${randomBytes(32).toString('base64')}`,
  };
  write(dataDirectory, stored);
  return stored;
}

function write(dataDirectory: string, stored: StoredKeys): void {
  mkdirSync(dataDirectory, { recursive: true });
  const draft = `${fileIn(dataDirectory)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(stored), { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, fileIn(dataDirectory));
}
