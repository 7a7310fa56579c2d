import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { BOOTSTRAP } from '../admin/support/admin';
import { suiteApi } from '../support/suite';

/** Waits in it are for what comes in a moment, and have no end of their own. */
const LIMIT_MS = 120_000;

/** What the guide has a newcomer type, from the first journey on, but for what needs another database. */
function commandsOf(guide: string): string[] {
  const journey = guide.slice(guide.indexOf('## A first journey'), guide.indexOf('## Your own PostgreSQL'));
  return Array.from(journey.matchAll(/^```sh\n([^]*?)^```/gm), ([, commands = '']) => commands);
}

/** @returns with the code null if it has taken too long. */
function run(script: string): Promise<{ stdout: string; stderr: string; code: unknown }> {
  return new Promise((resolve) =>
    execFile('sh', ['-euc', script], { timeout: LIMIT_MS }, (error, stdout, stderr) =>
      resolve({ stdout, stderr, code: error ? error.code : 0 }),
    ),
  );
}

describe('README.md', () => {
  const api = suiteApi({ NODE_ENV: 'development' });
  const guide = readFileSync('README.md', 'utf8');

  it('has commands that work one after the other, in the shell of any system', async () => {
    const [, printedApp = ''] = /Default App {2}(\S+)/.exec(guide) ?? [];
    const [, printedPassword = ''] = /Password {5}(\S+)/.exec(guide) ?? [];
    const script = commandsOf(guide)
      .join('\n')
      .replaceAll('http://localhost:3000', api.url)
      .replaceAll(printedApp, api.appId)
      .replaceAll(printedPassword, BOOTSTRAP.password);
    const { stdout, stderr, code } = await run(script);
    // Where it has come to, if it waits in vain.
    expect({ stderr, code, end: code === 0 ? '' : stdout.slice(-2_000) }).toEqual({ stderr: '', code: 0, end: '' });
    expect(stdout.match(/\{"type":"urn:appkernel:error.*/g)).toBeNull();
    for (const shown of [
      '"status":"active"',
      'We sell',
      'autumn-teas',
      'Oolong is here, tea lover.',
      '"client_secret":"',
    ]) {
      expect(stdout).toContain(shown);
    }
  });

  it('says in Chinese the same, with the same commands', () => {
    const blocksOf = (text: string) => text.match(/^```\w*\n[^]*?^```$/gm) ?? [];
    const chinese = readFileSync('README.zh-CN.md', 'utf8');
    expect(blocksOf(guide).length).toBeGreaterThan(15);
    expect(blocksOf(chinese)).toEqual(blocksOf(guide));
    const headings = (text: string) => text.match(/^#+ /gm);
    expect(headings(chinese)).toEqual(headings(guide));
  });

  it('hides no program behind the name of a function', async () => {
    const names = Array.from(guide.matchAll(/^(\w+)\(\) \{/gm), ([, name = '']) => name);
    expect(names.length).toBeGreaterThan(3);
    const found = names.map((name) => `command -v ${name} || true`).join('\n');
    const { stdout } = await promisify(execFile)('sh', ['-c', found]);
    // Programs of a developer, which need not be on this machine.
    const usual = ['code', 'id', 'post', 'test', 'host', 'find', 'file', 'read', 'time', 'who', 'date', 'field'];
    expect({ stdout, usual: names.filter((name) => usual.includes(name)) }).toEqual({ stdout: '', usual: [] });
  });
});
