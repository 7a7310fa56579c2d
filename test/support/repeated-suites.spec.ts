import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** As jest would be without the runner of these suites, which is of no concern here. */
const CONFIGURATION = {
  projects: ['unit', 'screens', 'processes'].map((kind) => ({
    displayName: kind,
    transform: {},
    testMatch: [`<rootDir>/dist/test/${kind}/*.js`],
  })),
};

const PASSES = `it('passes', () => {});`;
const FAILS = `it('fails', () => { throw new Error('broken'); });`;
/** It knows that it is repeated by what its first run has left behind. */
const FAILS_ONCE = `
  const fs = require('node:fs');
  it('passes', () => {});
  it('is late', () => {
    const isRepeated = fs.existsSync(__filename + '.left');
    fs.writeFileSync(__filename + '.left', '');
    expect(isRepeated ? 'told once' : 'told twice').toBe('told once');
  });`;
const STARTS_AT_SECOND = `
  const fs = require('node:fs');
  if (!fs.existsSync(__filename + '.left')) {
    fs.writeFileSync(__filename + '.left', '');
    throw new Error('port taken');
  }
  it('passes', () => {});`;

describe('A run of suites', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'appkernel-repeated-'));
    const scripts = {
      'typecheck:console': 'true',
      lint: 'true',
      'format:check': 'true',
      knip: 'true',
      'test:jest': 'jest --config jest.json',
    };
    write('package.json', JSON.stringify({ private: true, scripts }));
    write('jest.json', JSON.stringify(CONFIGURATION));
    symlinkSync(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const write = (name: string, text: string) => {
    const file = join(directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const run = (...options: string[]) =>
    new Promise<{ code: unknown; out: string }>((resolve) => {
      const program = join(process.cwd(), 'test/run.mjs');
      execFile(process.execPath, [program, ...options], { cwd: directory }, (error, out) =>
        resolve({ code: error?.code ?? 0, out }),
      );
    });
  const lastOf = (out: string) => out.trimEnd().split('\n').at(-1);

  it('passes with files that pass when they are repeated, of which it says why they had failed', async () => {
    write('dist/test/unit/queue.js', FAILS_ONCE);
    write('dist/test/unit/port.js', STARTS_AT_SECOND);
    write('dist/test/unit/steady.js', PASSES);
    const { code, out } = await run();
    expect(out).toMatch(/^WARNING: test\/unit\/queue\.ts failed once, passed when repeated\n {2}is late\n/m);
    expect(out).toMatch(/^ {2}Expected: "told once"\n {2}Received: "told twice"$/m);
    expect(out).toMatch(/^WARNING: test\/unit\/port\.ts failed once, passed when repeated\n[^]*^ {2}.*port taken/m);
    // Four tests, though one of them ran twice and one could not at first; and four checks.
    expect([lastOf(out), code]).toEqual(['8 passed, 0 failed', 0]);
  });

  it('fails with a file that fails again, and counts its failure once', async () => {
    write('dist/test/unit/broken.js', FAILS + PASSES);
    write('dist/test/unit/queue.js', FAILS_ONCE);
    const { code, out } = await run();
    expect(out).toMatch(/^FAILED: test\/unit\/broken\.ts failed, and again when repeated$/m);
    expect(out).toMatch(/^WARNING: test\/unit\/queue\.ts failed once/m);
    expect([lastOf(out), code]).toEqual(['7 passed, 1 failed', 1]);
  });

  it('leaves suites about processes out, or runs them after the others, with the counts of both', async () => {
    write('dist/test/unit/steady.js', PASSES);
    write('dist/test/processes/lifecycle.js', FAILS_ONCE);
    expect(lastOf((await run()).out)).toBe('5 passed, 0 failed');
    const { code, out } = await run('--all');
    expect(out).toMatch(/^WARNING: test\/processes\/lifecycle\.ts failed once, passed when repeated$/m);
    expect([lastOf(out), code]).toEqual(['7 passed, 0 failed', 0]);
  });

  it('fails where there are no suites', async () => {
    const { code, out } = await run('--processes');
    expect([lastOf(out), code]).toEqual(['0 passed, 1 failed', 1]);
  });
});
