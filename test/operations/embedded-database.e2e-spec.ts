import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import supertest from 'supertest';
import { eventually } from '../support/api';
import { makeDatabaseDirectory } from '../support/memory';
import { copyMigratedPostgres } from '../support/migrated-postgres';
import { launchProcess, startServerProcess, type LaunchedProcess } from '../support/server-process';
import { sideBySide } from '../support/side-by-side';

const API: [string, ...string[]] = [process.execPath, join(process.cwd(), 'dist/apps/api/src/main.js')];

/** Runs a program as the first process of a system of its own, as a container does. */
const AS_FIRST_PROCESS: readonly string[] = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const [UNSHARE = '', ...ITS_OPTIONS] = AS_FIRST_PROCESS;
const canUnshare = spawnSync(UNSHARE, [...ITS_OPTIONS, 'true']).status === 0;

describe('an api with the embedded PostgreSQL', () => {
  const directory = makeDatabaseDirectory('appkernel-embedded-');
  /** Each has an api, a database and their processes. */
  const beside = sideBySide(3);
  afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));

  const environmentOf = (name: string) => ({
    NODE_ENV: 'development',
    DATA_DIR: join(directory, name),
    PASSWORD_BCRYPT_COST: '4',
  });
  const postgresOf = (name: string, ...path: string[]) => join(directory, name, 'postgres', ...path);
  const postmasterOf = (name: string) =>
    Number(readFileSync(postgresOf(name, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  /** A database that was made, migrated and seeded before. */
  const giveDatabase = (name: string) => copyMigratedPostgres(postgresOf(name));

  /** The moments of a start, in their order, and how each is seen from outside. */
  const moments: Readonly<Record<string, (name: string, started: LaunchedProcess) => boolean>> = {
    'while it is being loaded': (_name, { child }) => hasLoaded(child.pid!, 'bcrypt'),
    'while the database is being made': (name) =>
      existsSync(postgresOf(name)) && readdirSync(postgresOf(name)).some((file) => file.startsWith('initialising-')),
    'while the database comes up': (name) => existsSync(postgresOf(name, 'server.log')),
    'while it migrates and seeds': (name) =>
      existsSync(postgresOf(name, 'data', 'postmaster.pid')) &&
      processesOf(postgresOf(name)).some((line) => line.includes('appkernel_owner')),
    'when it listens': (_name, { log }) => log.some((line) => line.includes('"msg":"listening"')),
  };
  /** Whether the database is there already makes no difference to what is under way then. */
  const isOnADatabase = (moment: string) => moment === 'when it listens';

  for (const [moment, hasCome] of Object.entries(moments)) {
    beside(`leaves nothing running when it is told to end ${moment}`, async () => {
      const name = moment.replaceAll(' ', '-');
      if (isOnADatabase(moment)) await giveDatabase(name);
      const api = launchProcess(environmentOf(name));
      await eventually(() => Promise.resolve(hasCome(name, api)));
      api.child.kill('SIGTERM');
      expect(await api.ended).toBe(0);
      await eventually(() => Promise.resolve(processesOf(postgresOf(name)).length === 0));
      expect(existsSync(postgresOf(name, 'owner.json'))).toBe(false);
      expect(existsSync(postgresOf(name, 'data', 'postmaster.pid'))).toBe(false);
    });
  }

  for (const [moment, hasCome] of Object.entries(moments)) {
    const title = `does so as the first process of a container, ${moment}`;
    if (!canUnshare) {
      it.skip(title, () => undefined);
      continue;
    }
    beside(title, async () => {
      const name = `first-${moment.replaceAll(' ', '-')}`;
      if (isOnADatabase(moment)) await giveDatabase(name);
      const container = launchProcess(environmentOf(name), [UNSHARE, ...ITS_OPTIONS, ...API]);
      const api = await eventually(() => Promise.resolve(childOf(container.child.pid!)));
      await eventually(() => Promise.resolve(hasCome(name, container)));
      process.kill(api, 'SIGTERM');
      expect(await container.ended).toBe(0);
      expect(processesOf(postgresOf(name))).toEqual([]);
      // The kernel would end it too, but not so that it has nothing to recover from.
      expect(existsSync(postgresOf(name, 'data', 'postmaster.pid'))).toBe(false);
    });
  }

  beside('restarts a killed server three times in a minute, and then ends with its reason', async () => {
    await giveDatabase('killed');
    const api = await startServerProcess(environmentOf('killed'));
    const appId = await eventually(() => Promise.resolve(/Default App {2}(\S+)/.exec(api.log.join('\n'))?.[1]));
    const config = () => supertest(api.url).get('/api/v1/public/config').set('X-AppID', appId);
    const ready = () => supertest(api.url).get('/internal/v1/health/ready');
    const isBack = (before: number) => {
      const lock = postgresOf('killed', 'data', 'postmaster.pid');
      return existsSync(lock) && postmasterOf('killed') !== before;
    };
    const first = postmasterOf('killed');
    process.kill(first, 'SIGKILL');
    await eventually(() => Promise.resolve(isBack(first)));
    await eventually(async () => (await ready()).status === 200);
    await config().expect(200);
    expect(api.log.filter((line) => line.includes('INTERNAL.UNEXPECTED'))).toEqual([]);

    const ended = new Promise<number | null>((resolve) => api.child.once('close', resolve));
    for (let last = first; api.child.exitCode === null; await delay(50)) {
      if (!isBack(last)) continue;
      last = postmasterOf('killed');
      process.kill(last, 'SIGKILL');
    }
    expect(await ended).toBe(1);
    expect(api.log.filter((line) => line.includes('ended and is being restarted')).length).toBeGreaterThanOrEqual(3);
    expect(api.log.at(-1)).toMatch(/^Error: the embedded PostgreSQL ended again after 3 restarts in a minute; cause: /);
    expect(existsSync(postgresOf('killed', 'owner.json'))).toBe(false);

    const next = await startServerProcess(environmentOf('killed'));
    await supertest(next.url).get('/api/v1/public/config').set('X-AppID', appId).expect(200);
    expect(await next.kill('SIGTERM')).toBe(0);
  });

  beside('waits for a server that is killed while it starts', async () => {
    const api = launchProcess(environmentOf('early'));
    await eventually(() => Promise.resolve(moments['while it migrates and seeds']!('early', api)));
    process.kill(postmasterOf('early'), 'SIGKILL');
    await eventually(() => Promise.resolve(api.log.join('\n').includes('AppKernel is ready.')));
    expect(api.log.join('\n')).toContain('ended and is being restarted');
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe(0);
  });
});

/** The command lines of the processes that work in the directory. */
function processesOf(directory: string): string[] {
  const all = processes();
  const ids = all.filter(({ command }) => command.includes(directory)).map(({ pid }) => pid);
  return all.filter(({ pid, parent }) => ids.includes(pid) || ids.includes(parent)).map(({ command }) => command);
}

function childOf(pid: number): number | undefined {
  return processes().find(({ parent }) => parent === pid)?.pid;
}

/** Whether the process, or the one that it runs, has the binary part of a package in its memory. */
function hasLoaded(pid: number, name: string): boolean {
  return [pid, childOf(pid) ?? pid].some((one) => readFileSync(`/proc/${one}/maps`, 'utf8').includes(`/${name}/`));
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
