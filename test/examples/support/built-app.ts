import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeInBrowser } from '../../support/browser';

const run = promisify(execFile);

const EXAMPLE = resolve('examples/uni-app');
const SDK = resolve('packages/sdk');
const OUTPUT = join(EXAMPLE, 'dist/build/h5');
const FINGERPRINT = join(EXAMPLE, 'dist/fingerprint');
/** What an App is built with is part of it. Whoever serves it here puts others in their place. */
const BUILT_WITH = { VITE_API_URL: 'https://api.example.com', VITE_APP_ID: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' };

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
 * Checks the types of the App and builds it for browsers, as for a deployment, unless that was done from the same sources
 * before.
 *
 * @returns its files, with the addresses of the api and the App in place of those that it was built with.
 */
export async function builtApp(): Promise<(apiUrl: string, appId: string) => ReadonlyMap<string, Buffer>> {
  const now = fingerprint();
  if (!existsSync(FINGERPRINT) || readFileSync(FINGERPRINT, 'utf8') !== now) {
    await node(join(SDK, 'build.mjs'));
    await node(join(EXAMPLE, 'node_modules/vue-tsc/bin/vue-tsc.js'), '--noEmit');
    await node(join(EXAMPLE, 'node_modules/@dcloudio/vite-plugin-uni/bin/uni.js'), 'build');
    writeFileSync(FINGERPRINT, now);
  }
  const built = filesIn(OUTPUT).map((name) => [name, readFileSync(join(OUTPUT, name))] as const);
  return (apiUrl, appId) =>
    new Map(
      built.map(([name, content]) => {
        if (!name.endsWith('.js')) return [name, content];
        const text = content.toString();
        return [
          name,
          Buffer.from(text.replaceAll(BUILT_WITH.VITE_API_URL, apiUrl).replaceAll(BUILT_WITH.VITE_APP_ID, appId)),
        ];
      }),
    );
}

async function node(...parameters: string[]): Promise<void> {
  const environment = { ...process.env, ...BUILT_WITH };
  await run(process.execPath, parameters, { cwd: EXAMPLE, env: environment }).catch((failure: unknown) => {
    // What a compiler finds is in its output.
    const { message, stdout } = failure as { message: string; stdout: string };
    throw new Error(`${message}\n${stdout}`);
  });
}

function fingerprint(): string {
  const sources = [
    ...['package-lock.json', 'tsconfig.json', 'vite.config.ts', 'index.html'].map((name) => join(EXAMPLE, name)),
    ...[join(EXAMPLE, 'src'), join(SDK, 'src')].flatMap((folder) => filesIn(folder).map((name) => join(folder, name))),
  ];
  const hash = createHash('sha256');
  for (const file of sources) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}
