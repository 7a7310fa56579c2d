import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import supertest from 'supertest';
import { DATABASE, SUPERUSER, urlOf } from '../../libs/foundation/src/embedded-postgres/credentials';
import { startEmbeddedPostgres } from '../../libs/foundation/src/embedded-postgres/embedded-postgres';
import { anEmail, eventually, PASSWORD } from '../support/api';
import { copyDatabaseDirectory, makeDatabaseDirectory } from '../support/memory';
import { copyMigratedPostgres } from '../support/migrated-postgres';
import { API, launchProcess, startServerProcess } from '../support/server-process';
import { sideBySide } from '../support/side-by-side';
import { runProgram } from './support/commands';
import { somebodyWaits } from './support/locks';
import { signalIfThere } from './support/signals';

/** Runs a program as the first process of a system of its own, as a container does. */
const AS_FIRST_PROCESS: readonly string[] = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const [UNSHARE = '', ...ITS_OPTIONS] = AS_FIRST_PROCESS;
const canUnshare = spawnSync(UNSHARE, [...ITS_OPTIONS, 'true']).status === 0;

describe('an api with the embedded PostgreSQL', () => {
  const directory = makeDatabaseDirectory('appkernel-embedded-');
  /** A database that was made and stopped, for starts that are told to end after that: making one takes half of theirs. */
  const made = join(directory, 'made');
  beforeAll(async () => {
    await (await startEmbeddedPostgres({ directory: made, settings: { fsync: 'off' } })).stop();
    // A start that has one of its own has begun its server.
    rmSync(join(made, 'server.log'));
  });
  /** Each has an api, a database and their processes. */
  const beside = sideBySide(3);
  afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));

  const environmentOf = (name: string) => ({
    NODE_ENV: 'development',
    DATA_DIR: join(directory, name),
    PASSWORD_BCRYPT_COST: '4',
    // To judge it, what knows of passwords is loaded first, the only part of which that is seen from outside.
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
  });
  const postgresOf = (name: string, ...path: string[]) => join(directory, name, 'postgres', ...path);
  const lockFileOf = (name: string) => postgresOf(name, 'data', 'postmaster.pid');
  /** Undefined while there is no lock file, or nothing in it: each server removes the one of the last and makes its own. */
  const postmasterOf = (name: string) => {
    const [pid] = readIfThere(lockFileOf(name)).split('\n');
    return Number(pid) || undefined;
  };
  const expectNothingLeft = async (name: string) => {
    await eventually(() => Promise.resolve(processesOf(postgresOf(name)).length === 0));
    expect(existsSync(postgresOf(name, 'owner.json'))).toBe(false);
    expect(existsSync(lockFileOf(name))).toBe(false);
  };

  interface Moment {
    /** Whether the database has been made before. */
    readonly isMade: boolean;
    /** As it is seen from outside. */
    hasCome(name: string, pid: number): boolean;
  }

  /** The moments of a start before it listens, in their order. */
  const moments: Readonly<Record<string, Moment>> = {
    'while it is being loaded': { isMade: false, hasCome: (_name, pid) => hasLoaded(pid, 'bcrypt') },
    'while the database is being made': {
      isMade: false,
      hasCome: (name) =>
        existsSync(postgresOf(name)) && readdirSync(postgresOf(name)).some((file) => file.startsWith('initialising-')),
    },
    'while the database comes up': { isMade: true, hasCome: (name) => existsSync(postgresOf(name, 'server.log')) },
    'while it migrates and seeds': {
      isMade: true,
      hasCome: (name) =>
        existsSync(lockFileOf(name)) && processesOf(postgresOf(name)).some((line) => line.includes('appkernel_owner')),
    },
  };
  const prepare = (name: string, { isMade }: Moment) => {
    if (isMade) copyDatabaseDirectory(made, postgresOf(name));
  };

  /** A moment that does not come, or is over when it is looked for, is told with what the process wrote. */
  const reach = async (moment: Moment, name: string, pid: number, log: readonly string[]) => {
    try {
      await eventually(() => Promise.resolve(moment.hasCome(name, pid) || listeningAt(log)));
      expect(listeningAt(log)).toBeUndefined();
    } catch (error) {
      signalIfThere(pid, 'SIGTERM');
      throw new Error(log.join('\n'), { cause: error });
    }
  };

  for (const [title, moment] of Object.entries(moments)) {
    beside(`leaves nothing running when it is told to end ${title}`, async () => {
      const name = title.replaceAll(' ', '-');
      prepare(name, moment);
      const { child, log, ended } = launchProcess(environmentOf(name));
      await reach(moment, name, child.pid!, log);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      await expectNothingLeft(name);
    });
  }

  /** As the first process of a container. Whether the database is there already makes no difference to its end. */
  const launchInContainer = async (name: string) => {
    const container = launchProcess(environmentOf(name), [UNSHARE, ...ITS_OPTIONS, ...API]);
    const pid = await eventually(() => Promise.resolve(childOf(container.child.pid!)));
    const end = async () => {
      process.kill(pid, 'SIGTERM');
      expect(await container.ended).toBe(0);
      expect(processesOf(postgresOf(name))).toEqual([]);
      // The kernel would end it too, but not so that it has nothing to recover from.
      expect(existsSync(lockFileOf(name))).toBe(false);
    };
    return { pid, log: container.log, end };
  };

  /** As the first process of a container, where there are any; one that listens leaves nothing running either. */
  const expectNextStartToListen = async (name: string, appId: string) => {
    const next = canUnshare ? await launchInContainer(name) : launchProcess(environmentOf(name));
    const url = await eventually(() => Promise.resolve(listeningAt(next.log)));
    await supertest(url).get('/api/v1/public/config').set('X-AppID', appId).expect(200);
    if ('end' in next) return next.end();
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    await expectNothingLeft(name);
  };

  for (const [title, moment] of Object.entries(moments)) {
    const whole = `does so as the first process of a container, ${title}`;
    const run = async () => {
      const name = `first-${title.replaceAll(' ', '-')}`;
      prepare(name, moment);
      const { pid, log, end } = await launchInContainer(name);
      await reach(moment, name, pid, log);
      await end();
    };
    if (canUnshare) beside(whole, run);
    else it.skip(whole, () => undefined);
  }

  beside('lets a task at a terminal work beside it, and goes on afterwards', async () => {
    await copyMigratedPostgres(postgresOf('task'));
    const api = await startServerProcess(environmentOf('task'));
    const email = anEmail();
    const args = ['create-admin', '--email', email, '--role', 'auditor', '--password-stdin'];
    const { code, complaints } = await runProgram(args, environmentOf('task'), `${PASSWORD}\n`);
    expect({ code, complaints }).toMatchObject({ code: 0 });
    await supertest(api.url).post('/admin-api/v1/auth/login').send({ email, password: PASSWORD }).expect(200);
    expect(await api.kill('SIGTERM')).toBe(0);
    await expectNothingLeft('task');
  });

  beside(
    'waits for a server that is killed while it starts, restarts it three times in a minute, then ends with its reason',
    async () => {
      await copyMigratedPostgres(postgresOf('killed'));
      let hasStarted = false;
      const starting = startServerProcess(environmentOf('killed'));
      starting.then(
        () => (hasStarted = true),
        () => undefined,
      );
      // It has to read both: one when it migrates, the other when it seeds.
      const holder = await eventually(() => connectedTo(postgresOf('killed')));
      await holder.query('BEGIN; LOCK TABLE schema_migrations, tenants IN ACCESS EXCLUSIVE MODE');
      await eventually(async () => hasStarted || (await somebodyWaits(holder)));
      const first = postmasterOf('killed')!;
      process.kill(first, 'SIGKILL');

      const api = await starting;
      const ready = () => supertest(api.url).get('/internal/v1/health/ready');
      const appId = await eventually(() => Promise.resolve(defaultAppOf(api.log)));
      const config = () => supertest(api.url).get('/api/v1/public/config').set('X-AppID', appId);
      const successorOf = (before: number) => {
        const now = postmasterOf('killed');
        return now === before ? undefined : now;
      };
      const second = await eventually(() => Promise.resolve(successorOf(first)));
      // A server that finds the memory of the last one in use ends by itself.
      signalIfThere(second, 'SIGKILL');
      await eventually(() => Promise.resolve(successorOf(second)));
      await eventually(async () => (await ready()).status === 200);
      await config().expect(200);
      expect(api.log.filter((line) => line.includes('INTERNAL.UNEXPECTED'))).toEqual([]);

      const ended = new Promise<number | null>((resolve) => api.child.once('close', resolve));
      for (let last = second; api.child.exitCode === null; await delay(50)) {
        const next = successorOf(last);
        if (next === undefined) continue;
        last = next;
        signalIfThere(last, 'SIGKILL');
      }
      expect(await ended).toBe(1);
      expect(api.log.filter((line) => line.includes('ended and is being restarted')).length).toBeGreaterThanOrEqual(3);
      expect(api.log.at(-1)).toMatch(
        /^Error: the embedded PostgreSQL ended again after 3 restarts in a minute; cause: /,
      );
      expect(existsSync(postgresOf('killed', 'owner.json'))).toBe(false);

      await expectNextStartToListen('killed', appId);
    },
  );
});

function defaultAppOf(log: readonly string[]): string | undefined {
  return /Default App {2}(\S+)/.exec(log.join('\n'))?.[1];
}

function listeningAt(log: readonly string[]): string | undefined {
  return /"url":"([^"]+)".*"msg":"listening"/.exec(log.join('\n'))?.[1];
}

/** To the database of the server in the directory, beside those whom it is for; null while it does not answer. */
async function connectedTo(directory: string): Promise<pg.Client | null> {
  try {
    const { superuser } = JSON.parse(readFileSync(join(directory, 'credentials.json'), 'utf8')) as {
      superuser: string;
    };
    const [, , , port] = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
    const client = new pg.Client({ connectionString: urlOf(SUPERUSER, superuser, Number(port), DATABASE) });
    // Its server is going to be killed.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch {
    return null;
  }
}

/** The command lines of the processes that work in the directory. */
function processesOf(directory: string): string[] {
  const all = processes();
  const ids = all.filter(({ command }) => command.includes(directory)).map(({ pid }) => pid);
  return all.filter(({ pid, parent }) => ids.includes(pid) || ids.includes(parent)).map(({ command }) => command);
}

/** Empty if there is no such file. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function childOf(pid: number): number | undefined {
  return processes().find(({ parent }) => parent === pid)?.pid;
}

/** Whether the process has the binary part of a package in its memory. */
function hasLoaded(pid: number, name: string): boolean {
  return readFileSync(`/proc/${pid}/maps`, 'utf8').includes(`/${name}/`);
}

/** Those that run: neither the kernel's own, nor those that have ended. Asked often, and `ps` is a process each time. */
function processes(): { pid: number; parent: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return command ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
      } catch (error) {
        // It has ended meanwhile.
        if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
        throw error;
      }
    });
}
