import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import express from 'express';
import supertest from 'supertest';
import type { Config } from '@libs/foundation';
import { consolePages } from '../../apps/api/src/console/console-pages';
import { NotBuiltError } from '../../apps/api/src/http/answers/bundle';
import { builtConsole } from './support/built-console';

const OPERATIONS = 'apps/console/src/api/operations.ts';

/** Not as whoever runs the suites may be: nothing decides but what a test says. */
const { CI: _ci, NODE_ENV: _kind, ...ENVIRONMENT } = process.env;

describe('The build of the console', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'appkernel-console-'));
  const output = join(workspace, 'dist/console');
  const write = (path: string, content: string) => writeFileSync(join(workspace, path), content);
  const read = (path: string) => readFileSync(join(workspace, path), 'utf8');

  beforeAll(() => {
    for (const path of ['tools', 'openapi.json', 'package-lock.json', 'apps/console/vite.config.mts', OPERATIONS]) {
      cpSync(path, join(workspace, path), { recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(workspace, 'node_modules'), 'dir');
    mkdirSync(join(workspace, 'apps/console/public'));
    write('apps/console/public/robots.txt', 'User-agent: *\nDisallow: /\n');
    write(
      'apps/console/index.html',
      '<!doctype html><title>x</title><script type="module" src="/src/main.ts"></script>',
    );
    says('one');
  });
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  /** Changes what the console says. */
  function says(text: string): void {
    write('apps/console/src/main.ts', `document.title = '${text.repeat(1_000)}';\n`);
  }

  function build(parameters: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
    return new Promise<{ code: number; stdout: string; stderr: string }>((done) =>
      execFile(
        process.execPath,
        [join(workspace, 'tools/build-console.mjs'), ...parameters],
        { env: { ...ENVIRONMENT, ...environment } },
        (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, stdout, stderr }),
      ),
    );
  }

  const served = () => {
    const { directory, files } = builtConsole(output);
    const script = files.find(({ path }) => path.endsWith('.js'))!;
    return { directory, files, script, text: readFileSync(join(directory, script.path), 'utf8') };
  };

  it('lists what is to be served, with names after the content, and each file as small as it gets', async () => {
    expect(await build()).toMatchObject({ code: 0, stderr: '' });
    const { directory, files, script } = served();
    expect(files.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^assets\/[\w-]+\.js$/),
      'index.html',
      'robots.txt',
    ]);
    expect(script.br).toBeLessThan(script.bytes / 5);
    for (const { path, bytes, br, gz } of files) {
      for (const [suffix, size] of Object.entries({ '': bytes, '.br': br, '.gz': gz })) {
        const file = join(directory, path + suffix);
        expect({ file, size: existsSync(file) ? readFileSync(file).length : null }).toEqual({ file, size });
      }
    }
    expect(readFileSync(join(directory, 'index.html'), 'utf8')).toContain(`src="/console/${script.path}"`);
  });

  it('does nothing where the sources are the same, whoever built them', async () => {
    await build();
    const before = readdirSync(output).sort();
    for (const parameters of [[], ['--tolerant']]) {
      expect(await build(parameters, { NODE_ENV: 'development' })).toEqual({ code: 0, stdout: '', stderr: '' });
    }
    expect(readdirSync(output).sort()).toEqual(before);
  });

  it('follows its sources, back and forth', async () => {
    says('two');
    await build();
    const two = served();
    expect(two.text).toContain('two');
    says('one');
    expect((await build()).stdout).toBe('');
    expect(served().text).toContain('one');
    // Whoever was just reading it can go on.
    expect(existsSync(two.directory)).toBe(true);
  });

  it('keeps a build for a while after it was replaced, however old it is', async () => {
    const old = served().directory;
    const makeOld = () => utimesSync(old, new Date(0), new Date(0));
    makeOld();
    says('another');
    await build();
    expect(existsSync(old)).toBe(true);
    makeOld();
    says('yet another');
    await build();
    expect(existsSync(old)).toBe(false);
    expect(served().text).toContain('yet another');
  });

  it('depends on nothing but its sources', async () => {
    says('three');
    await build([], { NODE_ENV: 'development', VITE_X: 'y' });
    const { directory, files } = served();
    rmSync(directory, { recursive: true });
    await build();
    expect(served().files).toEqual(files);
  });

  it('may run many times at once', async () => {
    says('four');
    const builds = await Promise.all(Array.from({ length: 4 }, () => build(['--tolerant'])));
    expect(new Set(builds.map(({ code, stderr }) => `${code}${stderr}`))).toEqual(new Set(['0']));
    expect(served().text).toContain('four');
    expect(readdirSync(output).filter((name) => name.startsWith('new-'))).toEqual([]);
  });

  it('fails where the sources are wrong, and leaves what was built before', async () => {
    const before = served().directory;
    write('apps/console/src/main.ts', 'const = ;');
    for (const [parameters, environment] of [
      [[], {}],
      [['--tolerant'], { CI: 'true' }],
      [['--tolerant'], { NODE_ENV: 'production' }],
    ] as const) {
      const { code, stderr } = await build(parameters, environment);
      expect(code).toBe(1);
      expect(stderr).toMatch(/The console could not be built\.[^]*main\.ts/);
    }
    expect(served().directory).toBe(before);
  });

  describe('of wrong sources in development', () => {
    const config = (production: boolean) =>
      ({ production, publicBaseUrl: 'http://localhost:3000' }) as unknown as Config;
    const apiAt = (directory: string) => supertest(express().use(consolePages(config(false), [], directory) as never));

    it('says so, and lets the api start, which shows the reason until it is mended', async () => {
      write('apps/console/src/main.ts', 'const "<b>" = ;');
      const { code, stderr } = await build(['--tolerant']);
      expect(code).toBe(0);
      expect(stderr).toContain('The console could not be built.');
      for (const path of ['/console/', '/console/apps', '/console/assets/index.js']) {
        const { text, headers } = await apiAt(output).get(path).expect(503);
        expect(text).toMatch(/<pre>The console could not be built\.[^]*main\.ts/);
        expect(text).toContain('&lt;b&gt;');
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      }
      expect(() => consolePages(config(true), [], output)).toThrow(NotBuiltError);
      says('five');
      await build(['--tolerant']);
      await apiAt(output).get('/console/').expect(200);
    });

    it('tells how to build it where nobody has', async () => {
      const { text } = await apiAt(join(workspace, 'nothing')).get('/console/').expect(503);
      expect(text).toContain('npm run build');
      expect(() => consolePages(config(true), [], join(workspace, 'nothing'))).toThrow(NotBuiltError);
    });
  });

  it('wants the list of operations to be that of openapi.json, and in development writes it', async () => {
    says('six');
    const right = read(OPERATIONS);
    write(OPERATIONS, right.replace('adminLogin:', 'adminSignIn:'));
    const { code, stderr } = await build();
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm run openapi')]);
    expect((await build(['--tolerant'])).code).toBe(0);
    expect(read(OPERATIONS)).toBe(right);
  });
});
