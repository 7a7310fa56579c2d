import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the image sets, by its Dockerfile. */
export function imageEnvironment(): Record<string, string> {
  const [, line = ''] = /^ENV (.+)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const pairs = line.split(/\s+/).map((pair) => pair.split('=') as [string, string]);
  return Object.fromEntries(pairs.filter(([, value]) => !value.startsWith('${')));
}

/** Values as an operator has them, of every variable that may be a secret. */
function aSecret(name: string): string {
  if (name.startsWith('DATABASE_')) return 'postgres://appkernel:password@database:5432/appkernel';
  switch (name) {
    case 'JWT_PRIVATE_KEYS': {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] });
    }
    case 'SECRET_KEYS':
      return `k1:${randomBytes(32).toString('base64')}`;
    case 'SMTP_URL':
      return 'smtp://user:password@mail.example.com:587';
    case 'REDIS_URL':
      return 'redis://:password@redis:6379';
    case 'PUBLIC_BASE_URL':
      return 'https://api.example.com';
    default:
      return randomBytes(24).toString('hex');
  }
}

export interface SecretFiles {
  /** An environment whose secret files are where this machine has them. */
  mounted(environment: Readonly<Record<string, string>>): Record<string, string>;
  remove(): void;
}

/** Files that stand in for the volume of secrets. */
export function secretFiles(mountPath: string): SecretFiles {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-secrets-'));
  return {
    mounted: (environment) =>
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => {
          if (!name.endsWith('_FILE') || !value.startsWith(`${mountPath}/`)) return [name, value];
          const file = join(directory, value.slice(mountPath.length + 1));
          writeFileSync(file, aSecret(name.slice(0, -'_FILE'.length)));
          return [name, file];
        }),
      ),
    remove: () => rmSync(directory, { recursive: true }),
  };
}
