import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keySettings, type StoredKeys } from '../data/keys';
import { ISSUER } from '../data/tokens';
import type { PostgresServer } from './postgres';
import { type Program, type RunningServer, startServer } from './server';

/** The least that production permits: a dearer one hides what a sign-in costs beside it. */
export const BCRYPT_COST = '10';

/** Where what a request costs is asked, however many wait for what is dear. Milliseconds. */
export const PATIENCE = { DATABASE_ACQUIRE_TIMEOUT_MS: '60000', DATABASE_QUERY_TIMEOUT_MS: '60000' };

export interface ApiOptions {
  readonly directory: string;
  readonly postgres: PostgresServer;
  readonly database: string;
  readonly keys: StoredKeys;
  /** Flags of Node's beside those of `npm start`. */
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Of several on one database, which one it is. */
  readonly place?: number;
}

/** The built api in production mode with the flags of `npm start`, and without the worker's part. */
export function startApi(options: ApiOptions): Promise<RunningServer> {
  return startServer(apiProgram(options));
}

function apiProgram({
  directory,
  postgres,
  database,
  keys,
  flags = [],
  environment = {},
  place = 0,
}: ApiOptions): Program {
  return {
    command: [process.execPath, ...flags, ...startArguments()],
    environment: { ...settings(directory, postgres, database, keys), ...environment },
    readyPath: '/internal/v1/health/ready',
    logFile: join(directory, `api-${database}-${place}.log`),
  };
}

/** Brings a database to the version of this program, with the very command that deployments use. */
export function migrate({ directory, postgres, database, keys }: ApiOptions): void {
  execFileSync(process.execPath, [join('dist', 'apps/api/src/migrate.js')], {
    env: {
      PATH: process.env['PATH'],
      ...settings(directory, postgres, database, keys),
      DATABASE_MIGRATION_URL: postgres.urlOf('owner', database),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Whatever comes after `node` in `npm start`. */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [, given = ''] = /^exec node (.+)$/.exec(scripts['start'] ?? '') ?? [];
  if (!given) throw new Error('npm start does not say how to start the api');
  return given.split(' ');
}

/**
 * All that production asks for. Limits are on, as they are there: members and addresses are so many that none is
 * reached. Mails and SMS go nowhere, since no worker sends them.
 */
function settings(directory: string, postgres: PostgresServer, database: string, keys: StoredKeys) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.urlOf('api', database),
    ...keySettings(keys),
    PUBLIC_BASE_URL: ISSUER,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_DRIVER: 'http',
    SMS_HTTP_URL: 'https://sms.example.com',
    SMS_HTTP_SECRET: 'nothing is ever signed with this',
    DATA_DIR: join(directory, 'data'),
    TRUST_PROXY: 'loopback',
    RUN_WORKER: 'false',
    SHUTDOWN_DRAIN_SECONDS: '0',
    PASSWORD_BCRYPT_COST: BCRYPT_COST,
  };
}
