import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { BOOTSTRAP, suiteOwner } from '../admin/support/admin';
import { inboxes } from '../mobile/support/inbox';
import { aMember } from '../mobile/support/journey';
import { userIdOf } from '../mobile/support/captcha';
import { apiClients, SUBMIT } from '../service/support/clients';
import { suiteApi } from '../support/suite';
import { bundled } from './support/bundle';

const run = promisify(execFile);
const KIB = 1_024;

/** Of whoever uses it: neither a browser nor Node, and nothing unchecked. */
const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: false,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2022'],
  types: [] as string[],
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** What shows programs that use the SDK. */
const PAGES = ['README.md', 'packages/sdk/README.md', 'docs/first-hour/mobile.md'];

const SIGN_IN_AND_INBOX = `
  export { browserStorage, createClient, countUnreadNotifications, isApiError, items, listNotifications } from '@appkernel/sdk';
  export { loginByPassword, logout, readNotification } from '@appkernel/sdk';`;

describe('The SDK as it is published', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-sdk-'));
  const program = join(directory, 'program');
  const installed = join(program, 'node_modules/@appkernel/sdk');
  const member = { email: 'lin@example.com', password: 'correct horse battery', display_name: 'Lin' };
  let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };

  /** The package as it is in the repository, packed; and installed elsewhere, by npm, without a network. */
  beforeAll(async () => {
    const workspace = join(directory, 'workspace');
    cpSync('packages/sdk', join(workspace, 'packages/sdk'), {
      recursive: true,
      filter: (path) => !/[\\/](?:dist|LICENSE)$/.test(path),
    });
    for (const path of ['LICENSE', 'package.json']) cpSync(path, join(workspace, path));
    symlinkSync(resolve('node_modules'), join(workspace, 'node_modules'), 'dir');
    const npm = (cwd: string, ...options: string[]) => run('npm', options, { cwd });
    const options = ['pack', '--workspace', '@appkernel/sdk', '--json', '--pack-destination', directory];
    const { stdout } = await npm(workspace, ...options);
    [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [typeof packed];
    mkdirSync(program);
    writeFileSync(join(program, 'package.json'), JSON.stringify({ name: 'program', private: true, type: 'module' }));
    await npm(program, 'install', '--offline', '--no-audit', '--no-fund', join(directory, packed.filename));
    writeBlocks();
    await aMember(api, member);
  }, 120_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** The blocks of the pages that show the SDK, by their names, for this installation. */
  const writeBlocks = () => {
    const pages = PAGES.map((path) => readFileSync(path, 'utf8')).join('\n');
    for (const [, block = '', name = ''] of pages.matchAll(/```ts\n(\/\/ ([\w-]+\.ts)\n[^]*?)```/g)) {
      const ours = block
        .replaceAll(/https:\/\/api\.example\.com|http:\/\/localhost:3000/g, api.url)
        .replaceAll(/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902|01a1fe20-388c-7638-8aa8-3b8e80dfb556/g, api.appId)
        .replaceAll('lin@example.com', member.email);
      writeFileSync(join(program, name), ours);
    }
    expect([...pages.matchAll(/```ts\n/g)]).toHaveLength([...pages.matchAll(/```ts\n\/\/ [\w-]+\.ts\n/g)].length);
  };
  const node = async (name: string, environment: Readonly<Record<string, string>> = {}) => {
    const { stdout } = await run(process.execPath, [name], { cwd: program, env: { ...process.env, ...environment } });
    return stdout;
  };
  const compile = async (options: object) => {
    writeFileSync(join(program, 'tsconfig.json'), JSON.stringify(options));
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '--project', '.'], { cwd: program }).catch(
      (failure: unknown) => failure as { stdout: string },
    );
    return stdout;
  };

  it('consists of modules, their types, the README and the licence, and depends on nothing', () => {
    const paths = packed.files.map(({ path }) => path);
    const others = paths.filter((path) => !/^dist\/[\w/-]+\.(?:d\.ts|js)$/.test(path));
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(manifest).toMatchObject({ version, sideEffects: false, type: 'module' });
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    const targets = Object.values(manifest['exports'] as Record<string, string | { types: string; default: string }>);
    const files = targets.flatMap((target) => (typeof target === 'string' ? target : Object.values(target)));
    expect(files.filter((file) => !existsSync(join(installed, file)))).toEqual([]);
  });

  it('runs in Node, by the blocks of its README', async () => {
    const inbox = inboxes(api);
    await inbox.deliver(await userIdOf(api, member.email), ...inbox.several(3));
    expect(await node('inbox.ts')).toMatch(/^Lin has 3 unread\n(?:.+ \d{4}-.+Z\n){3}$/);
    // Beside them may be the notice of a sign-in from a new device.
    expect((await node('first.ts')).match(/^标题$/gm)).toHaveLength(3);
    expect(await node('hour.ts')).toMatch(
      /^.+, 0 legal documents\nLin has 0 documents to accept\n\d unread\n(?:.+\n)*Title\n/,
    );
    expect(await node('members.ts', { ADMIN_PASSWORD: BOOTSTRAP.password })).toContain('Lin active\n');
    const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = await apiClients(owner).create({ scopes: [SUBMIT] });
    for (let time = 0; time < 2; time += 1) expect(await node('notify.ts', { CLIENT_ID, CLIENT_SECRET })).toBe('');
    const { body } = await owner.get(`apps/${api.appId}/messages?q=Shipped`).expect(200);
    expect(body.data.total).toBe(1);
  });

  it.each(['bundler', 'nodenext'])('compiles with the blocks of its README, resolved as by %s', async (resolution) => {
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    const host = [
      'declare const console: { log(...texts: unknown[]): void };',
      'declare const process: { env: Record<string, string | undefined> };',
      'declare interface Blob { size: number; type: string; arrayBuffer(): Promise<ArrayBuffer>; slice(from: number, to: number): Blob }',
    ];
    writeFileSync(join(program, 'host.d.ts'), host.join('\n'));
    const compilerOptions = { ...STRICT, module, moduleResolution: resolution };
    expect(await compile({ compilerOptions, include: ['*.ts'] })).toBe('');
  });

  it('costs an App that signs in and reads the inbox what its README says, compressed', async () => {
    const code = await bundled(SIGN_IN_AND_INBOX, 'es', program);
    expect(gzipSync(code).byteLength).toBeLessThan(6 * KIB);
    expect(code).toContain('/api/v1/me/notifications');
    // What was not asked for is not there.
    for (const other of ['/api/v1/articles', 'step-up', 'sms-captcha', 'admin-api', 'thumbWidth']) {
      expect(code).not.toContain(other);
    }
  });
});
