import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';
import { startEmbeddedPostgres } from '@libs/foundation';
import { startArguments } from '../programs/api';
import type { Stretch } from './probe';

export const OWNER = { email: 'admin@example.com', password: 'bootstrap administrator' } as const;

/** What a request leaves behind its answer, such as its line in the log, belongs to it. */
const SETTLE_MS = 5;

export interface WatchedServer {
  readonly url: string;
  /** As a superuser, whom no row-level security concerns. */
  readonly database: pg.Client;
  /** The longest stretch of the main thread during the work. */
  watch<T>(work: () => Promise<T>): Promise<{ result: T; stretch: Stretch }>;
  close(): Promise<void>;
}

/**
 * The built api with the flags of `npm start`, on a database of its own, without the worker's part and without coarse
 * limits: one client asks more here than any may.
 */
export async function startWatchedServer(): Promise<WatchedServer> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-stalls-'));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  const [program = '', ...flags] = startArguments().toReversed();
  const server = spawn(process.execPath, [...flags.toReversed(), '--require', join(__dirname, 'probe.js'), program], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DATA_DIR: directory,
      DATABASE_URL: postgres.applicationUrl,
      DATABASE_MIGRATION_URL: postgres.ownerUrl,
      RATE_LIMIT_ENABLED: 'false',
      RUN_WORKER: 'false',
      PASSWORD_BCRYPT_COST: '10',
      PORT: '0',
      LOG_LEVEL: 'info',
      BOOTSTRAP_ADMIN_EMAIL: OWNER.email,
      BOOTSTRAP_ADMIN_PASSWORD: OWNER.password,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(server, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout as Readable }).on('line', (line) => {
      const listening = /"url":"([^"]+)".*"msg":"listening"/.exec(line);
      if (listening?.[1]) resolve(listening[1]);
      // Whatever a body provokes that is no refusal is worth a look.
      if (line.includes('request failed')) console.error(line);
    });
    void exited.then(() => reject(new Error('The api did not start')));
  });
  const address = new URL(postgres.superuserUrl);
  address.pathname = new URL(postgres.ownerUrl).pathname;
  const database = new pg.Client({ connectionString: address.href });
  await database.connect();
  const ask = async (): Promise<Stretch> => {
    const told = once(server, 'message');
    server.send('stretch');
    return (await told)[0] as Stretch;
  };
  return {
    url,
    database,
    watch: async (work) => {
      await ask();
      const result = await work();
      await delay(SETTLE_MS);
      return { result, stretch: await ask() };
    },
    close: async () => {
      await database.end();
      if (server.exitCode === null && server.kill('SIGTERM')) await exited;
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
