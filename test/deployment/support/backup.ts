import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeSystemServerPlace,
  type SystemServer,
  type SystemServerPlace,
  startSystemServer,
} from '../../support/system-postgres';

const SCRIPTS = 'deploy/backup';

/** Whether the machine has what the scripts call. */
export const hasBackupTools = ['pgbackrest', 'rsync', 'pg_dump', 'psql'].every(
  (name) => spawnSync(name, ['--version']).status !== null,
);

if (!hasBackupTools) process.stderr.write('pgbackrest or rsync is not installed: the suite of backups is skipped\n');

interface Ran {
  readonly out: string;
  readonly seconds: number;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whom it runs as. */
  readonly account?: SystemServer['account'];
}

/** Runs one of the scripts to its end. @throws Error with what it complains about. */
export function runScript(name: string, args: readonly string[], { env = {}, account = null }: RunOptions = {}): Ran {
  const begun = performance.now();
  const out = execFileSync('sh', [join(SCRIPTS, name), ...args], {
    ...account,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { out, seconds: (performance.now() - begun) / 1_000 };
}

/** How libpq reaches a server. */
export function reaching({ port }: SystemServer, role: string): Record<string, string> {
  return { PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: role };
}

/** A repository of pgBackRest with the configuration of the product, but for its places. */
export interface Repository {
  /** For a server that archives into it. */
  readonly settings: Readonly<Record<string, string>>;
  backup(server: SystemServer, place: SystemServerPlace): Ran;
  /** A server as it was at that time, with the time that this took. */
  restore(time: string): Promise<{ readonly server: SystemServer; readonly seconds: number }>;
}

export function makeRepository(directory: string, { account, directory: sockets }: SystemServerPlace): Repository {
  const file = join(directory, 'pgbackrest.conf');
  mkdirSync(join(directory, 'repository'), { recursive: true });
  const configuration = readFileSync(join(SCRIPTS, 'pgbackrest.conf'), 'utf8')
    .replace(/^repo1-path=.*$/m, `repo1-path=${join(directory, 'repository')}`)
    .replace('#repo1-cipher-pass=', 'repo1-cipher-pass=of this suite')
    .replace(/^pg1-path=.*$/m, '')
    .replace('[appkernel]', `lock-path=${directory}\nlog-level-file=off\nspool-path=${directory}\n\n[appkernel]`);
  writeFileSync(file, configuration);
  if (account)
    for (const path of [directory, file, join(directory, 'repository')]) chownSync(path, account.uid, account.gid);
  const run = (...args: string[]) => runScript('pgbackrest.sh', args, { account });
  return {
    settings: {
      unix_socket_directories: sockets,
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${file} --pg1-path=${join(sockets, 'data')} --stanza=appkernel archive-push %p`,
    },
    backup: ({ port }, { data }) => {
      const place = [`--pg1-path=${data}`, `--pg1-port=${port}`, `--pg1-socket-path=${sockets}`, '--pg1-user=postgres'];
      return run('backup', 'full', `--config=${file}`, ...place);
    },
    restore: async (time) => {
      const place = makeSystemServerPlace();
      mkdirSync(place.data, { mode: 0o700 });
      if (account) chownSync(place.data, account.uid, account.gid);
      const begun = performance.now();
      run('restore', time, '--archive-mode=off', `--config=${file}`, `--pg1-path=${place.data}`);
      const server = await startSystemServer(undefined, { place });
      return { server, seconds: (performance.now() - begun) / 1_000 };
    },
  };
}
