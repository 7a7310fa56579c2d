import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPostgres } from '../../support/database';
import type { LaunchedProcess } from '../../support/server-process';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';

/** What each step of a start asks the database, in their order. */
export const STEPS: Readonly<Record<string, RegExp>> = {
  migrate: /pg_try_advisory_lock/,
  'migrate on': /INSERT INTO "schema_migrations"/,
  'look at the role': /rolbypassrls/,
  connect: /appkernel-api/,
  listen: /LISTEN appkernel_changes/,
  'begin to seed': /pg_advisory_lock/,
  'import regions': /INSERT INTO regions/,
  'make a tenant': /INSERT INTO "tenants"/,
  'make an App': /INSERT INTO "apps"/,
  'make an administrator': /INSERT INTO "login_identifiers"/,
  'load regions': /FROM regions WHERE code/,
};

/** A way to the database of its own, for a start that is to find it away, frozen or cut off. */
export interface Way {
  readonly proxy: TcpProxy;
  readonly directory: string;
  environmentOf(urls: { applicationUrl: string; ownerUrl: string }): Record<string, string>;
}

export async function onItsOwnWay(start: (way: Way) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-start-'));
  const proxy = await startTcpProxy(databasePort());
  const through = (url: string) => url.replace(/:\d+\//, `:${proxy.port}/`);
  const environmentOf: Way['environmentOf'] = ({ applicationUrl, ownerUrl }) => ({
    NODE_ENV: 'test',
    DATABASE_URL: through(applicationUrl),
    DATABASE_MIGRATION_URL: through(ownerUrl),
    DATA_DIR: directory,
    PASSWORD_BCRYPT_COST: '4',
  });
  try {
    await start({ proxy, directory, environmentOf });
  } finally {
    await proxy.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

export function databasePort(): number {
  return Number(new URL(testPostgres().applicationUrl).port);
}

/** Calls `act` when a pattern comes by for the first time. @returns the names of those that came so far. */
export function onFirst(proxy: TcpProxy, patterns: Readonly<Record<string, RegExp>>, act: () => void): string[] {
  const seen: string[] = [];
  proxy.onRequest = (text) => {
    const name = Object.keys(patterns).find((one) => !seen.includes(one) && patterns[one]?.test(text));
    if (name === undefined) return;
    seen.push(name);
    act();
  };
  return seen;
}

export function messages({ log }: Pick<LaunchedProcess, 'log'>, message: string): { step: string; reason: string }[] {
  return log
    .filter((line) => line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line) as { step: string; reason: string });
}
