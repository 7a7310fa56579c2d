import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersTcp } from '../../support/answers-tcp';
import { eventually } from '../../support/api';
import { freePort } from '../../support/free-port';
import type { SystemServer } from '../../support/system-postgres';

/** The first that keeps prepared statements. */
const KEEPS_STATEMENTS = 21;

export interface TestPgBouncer {
  readonly port: number;
  readonly keepsStatements: boolean;
  stop(): Promise<void>;
}

/** That of the machine, by a configuration of the product; null if there is none. */
export async function startPgBouncer(
  configuration: string,
  userList: string,
  server: SystemServer,
): Promise<TestPgBouncer | null> {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const [, minor] = /^PgBouncer 1\.(\d+)/.exec(stdout ?? '') ?? [];
  if (minor === undefined) return null;
  const keepsStatements = Number(minor) >= KEEPS_STATEMENTS;
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-pgbouncer-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const port = await freePort();
  const { account } = server;
  const given = file(
    'pgbouncer.ini',
    poolerConfiguration(configuration, {
      serverPort: server.port,
      port,
      userList: file('userlist', readFileSync(userList, 'utf8')),
      keepsStatements,
    }),
  );
  if (account) chownSync(directory, account.uid, account.gid);
  const child = spawn('pgbouncer', [given], { ...account, stdio: 'ignore' });
  await eventually(() => answersTcp(port));
  return {
    port,
    keepsStatements,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}

interface PoolerHere {
  readonly serverPort: number;
  readonly port: number;
  /** Its file. */
  readonly userList: string;
  readonly keepsStatements: boolean;
}

/** A configuration of the product, with the addresses and files of this machine. */
export function poolerConfiguration(
  configuration: string,
  { serverPort, port, userList, keepsStatements }: PoolerHere,
): string {
  return readFileSync(configuration, 'utf8')
    .replace('host=postgres port=5432', `host=127.0.0.1 port=${serverPort}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${userList}`)
    .replace(keepsStatements ? '' : /^max_prepared_statements = .*$/m, '');
}
