import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeInBrowser } from '../../support/browser';

const run = promisify(execFile);

const EXAMPLE = resolve('examples/uni-app');
const OUTPUT = join(EXAMPLE, 'dist/build/h5');

interface BuiltWith {
  readonly VITE_API_URL: string;
  readonly VITE_APP_ID: string;
}

/** `describe` where there is a browser, and what the example is built with. Elsewhere it says that `what` is skipped. */
export function describeExample(what: string, suite: () => void): void {
  if (isInstalled()) return describeInBrowser(what, suite);
  process.stderr.write(`npm run examples:install was not called, and this is skipped: ${what}\n`);
  describe.skip(what, suite);
}

function isInstalled(): boolean {
  const [installed, lock] = ['node_modules/.appkernel-installed', 'package-lock.json'].map((name) =>
    join(EXAMPLE, name),
  );
  return existsSync(installed!) && readFileSync(installed!, 'utf8') === readFileSync(lock!, 'utf8');
}

/**
 * The App as `npm run examples:install` builds it for browsers, or anew if its sources have changed since.
 *
 * @returns its files, with the addresses of the api and the App in place of those that it was built with.
 */
export async function builtApp(): Promise<(apiUrl: string, appId: string) => ReadonlyMap<string, Buffer>> {
  await run(process.execPath, ['tools/build-example.mjs']).catch((failure: unknown) => {
    // What a compiler finds is in its output.
    const { message, stdout } = failure as { message: string; stdout: string };
    throw new Error(`${message}\n${stdout}`);
  });
  const builtWith = JSON.parse(readFileSync(join(EXAMPLE, 'built-with.json'), 'utf8')) as BuiltWith;
  const built = filesIn(OUTPUT).map((name) => [name, readFileSync(join(OUTPUT, name))] as const);
  return (apiUrl, appId) =>
    new Map(
      built.map(([name, content]) => {
        if (!name.endsWith('.js')) return [name, content];
        const text = content.toString();
        return [
          name,
          Buffer.from(text.replaceAll(builtWith.VITE_API_URL, apiUrl).replaceAll(builtWith.VITE_APP_ID, appId)),
        ];
      }),
    );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}
