import { generateKeyPairSync } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError, loadConfig } from '@libs/foundation';
import { readConfiguration } from '../../apps/api/src/configuration';
import { NODE } from '../support/server-process';

/** Runs the built server until it ends, with only these variables, besides those of Node. */
function start(environment: Record<string, string>) {
  const main = join(process.cwd(), 'dist/apps/api/src/main.js');
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const [node, ...flags] = NODE;
  const { status, stdout, stderr } = spawnSync(node, [...flags, main], {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    encoding: 'utf8',
    timeout: 180_000,
  });
  return { status, stdout, lines: stderr.trimEnd().split('\n') };
}

/** The names of the variables that a start would complain of. */
function complaintsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map((problem) => problem.split(' ')[0] ?? '');
  }
  return [];
}

describe('A start with a configuration that is not valid', () => {
  it('names every variable that production requires, beside whatever else is wrong', () => {
    const required = ['DATABASE_URL', 'JWT_PRIVATE_KEYS', 'PUBLIC_BASE_URL', 'SECRET_KEYS', 'SMS_DRIVER', 'SMTP_URL'];
    expect(complaintsOf({ NODE_ENV: 'production' })).toEqual(required);
    const wrong = { PORT: 'eighty', DATABASE_URL: 'mysql://localhost', SECRET_KEYS: 'k1:hunter2', LOG_LEVEL: 'loud' };
    const all = [...required, 'LOG_LEVEL', 'PORT'].sort();
    expect(complaintsOf({ NODE_ENV: 'production', ...wrong }).sort()).toEqual(all);
  });

  it('ends with exit code 78 and lists what would undo the protection of production, before the database is asked', () => {
    const { lines, status, stdout } = start({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://api:pw@127.0.0.1:1/appkernel',
      JWT_PRIVATE_KEYS: JSON.stringify({
        keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
      }),
      SECRET_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      PUBLIC_BASE_URL: 'http://api.example.com',
      ADMIN_BASE_URL: 'http://admin.example.com',
      TRUST_PROXY: '0.0.0.0/1, 128.0.0.0/1',
      WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, ::ffff:127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMS_DRIVER: 'http',
      SMS_HTTP_URL: 'http://127.0.0.1:1',
      SMS_HTTP_SECRET: 'a secret of the gateway',
      BOOTSTRAP_ADMIN_EMAIL: 'owner@example.com',
      BOOTSTRAP_ADMIN_PASSWORD: 'Password1234',
    });
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(lines[0]).toBe('The configuration is not valid:');
    // One line each: no stack, and no values.
    expect(lines.slice(1).map((line) => line.trim().split(' ')[0])).toEqual([
      'ADMIN_BASE_URL',
      'BOOTSTRAP_ADMIN_PASSWORD',
      'PUBLIC_BASE_URL',
      'SECRET_KEYS',
      'TRUST_PROXY',
      'WEBHOOK_ALLOWED_CIDRS',
    ]);
    expect(lines.join('\n')).not.toContain('Password1234');
  });

  it('judges the password of the first administrator whether it is given itself or in a file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'appkernel-start-up-'));
    const file = join(directory, 'password');
    writeFileSync(file, 'Password1234\n');
    const given: Record<string, string>[] = [
      { BOOTSTRAP_ADMIN_PASSWORD: 'Password1234' },
      { BOOTSTRAP_ADMIN_PASSWORD_FILE: file },
    ];
    for (const password of given) {
      const read = readConfiguration({ NODE_ENV: 'production', ...password });
      const problem = 'BOOTSTRAP_ADMIN_PASSWORD must not be one of the most common passwords in production';
      await expect(read).rejects.toMatchObject({ problems: expect.arrayContaining([problem]) as string[] });
    }
    rmSync(directory, { recursive: true });
  });

  it('ends so for development too, before anything is started', () => {
    const { lines, status, stdout } = start({ NODE_ENV: 'development', SHUTDOWN_GRACE_SECONDS: '0' });
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(lines).toEqual([
      'The configuration is not valid:',
      '  SHUTDOWN_GRACE_SECONDS must be an integer from 1 to 600',
    ]);
  });
});
