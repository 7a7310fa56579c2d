import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import supertest from 'supertest';
import { eventually } from '../support/api';
import { launchProcess, startServerProcess, type LaunchedProcess } from '../support/server-process';

const API: [string, ...string[]] = [process.execPath, join(process.cwd(), 'dist/apps/api/src/main.js')];

/** Runs a program as the first process of a PID namespace, as a container does. */
const AS_FIRST_PROCESS: readonly string[] = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const [UNSHARE = '', ...ITS_OPTIONS] = AS_FIRST_PROCESS;
const canUnshare = spawnSync(UNSHARE, [...ITS_OPTIONS, 'true']).status === 0;

describe('an api with the embedded PostgreSQL', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-embedded-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));

  const environmentOf = (name: string) => ({
    NODE_ENV: 'development',
    DATA_DIR: join(directory, name),
    PASSWORD_BCRYPT_COST: '4',
  });
  const postgresOf = (name: string, ...path: string[]) => join(directory, name, 'postgres', ...path);
  const postmasterOf = (name: string) =>
    Number(readFileSync(postgresOf(name, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

  /** The phases of a start, in their order, and how each is seen from outside. */
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

  it.each(Object.entries(moments))('leaves nothing running when it is told to end %s', async (moment, hasCome) => {
    const name = moment.replaceAll(' ', '-');
    const api = launchProcess(environmentOf(name));
    await eventually(() => Promise.resolve(hasCome(name, api)), 60_000);
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe(0);
    await eventually(() => Promise.resolve(processesOf(postgresOf(name)).length === 0));
    expect(existsSync(postgresOf(name, 'owner.json'))).toBe(false);
    expect(existsSync(postgresOf(name, 'data', 'postmaster.pid'))).toBe(false);
  });

  const inItsOwnSystem = canUnshare ? it.each : it.skip.each;
  inItsOwnSystem(Object.entries(moments))(
    'does so as the first process of a container, %s',
    async (moment, hasCome) => {
      const name = `first-${moment.replaceAll(' ', '-')}`;
      const container = launchProcess(environmentOf(name), [UNSHARE, ...ITS_OPTIONS, ...API]);
      const api = await eventually(() => Promise.resolve(childOf(container.child.pid!)));
      await eventually(() => Promise.resolve(hasCome(name, container)), 60_000);
      process.kill(api, 'SIGTERM');
      expect(await container.ended).toBe(0);
      expect(processesOf(postgresOf(name))).toEqual([]);
      // The kernel would end it, too, but leave something to recover from.
      expect(existsSync(postgresOf(name, 'data', 'postmaster.pid'))).toBe(false);
    },
  );

  it('restarts a killed server three times in a minute, and then ends with its reason', async () => {
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
    await eventually(() => Promise.resolve(isBack(first)), 30_000);
    await eventually(async () => (await ready()).status === 200, 30_000);
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
  }, 180_000);

  it('waits for a server that is killed while it starts', async () => {
    const api = launchProcess(environmentOf('early'));
    await eventually(() => Promise.resolve(moments['while it migrates and seeds']!('early', api)), 60_000);
    process.kill(postmasterOf('early'), 'SIGKILL');
    await eventually(() => Promise.resolve(api.log.join('\n').includes('AppKernel is ready.')), 60_000);
    expect(api.log.join('\n')).toContain('ended and is being restarted');
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe(0);
  }, 120_000);
});

/** The command lines of the processes that work in the directory. */
function processesOf(directory: string): string[] {
  const servers = processes().filter(({ command }) => command.includes(directory));
  const ids = servers.map(({ pid }) => pid);
  return processes()
    .filter(({ pid, parent }) => ids.includes(pid) || ids.includes(parent))
    .map(({ command }) => command);
}

function childOf(pid: number): number | undefined {
  return processes().find(({ parent }) => parent === pid)?.pid;
}

/** Whether the process, or the one that it runs, has loaded the native part of a package. */
function hasLoaded(pid: number, name: string): boolean {
  return [pid, childOf(pid) ?? pid].some((one) => readFileSync(`/proc/${one}/maps`, 'utf8').includes(`/${name}/`));
}

function processes(): { pid: number; parent: number; command: string }[] {
  const all = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args=', '-ww'], { encoding: 'utf8' }).stdout.trim().split('\n');
  return all
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , , state]) => state && !state.startsWith('Z'))
    .map(([, pid, parent, , command = '']) => ({ pid: Number(pid), parent: Number(parent), command }));
}
