import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOOTSTRAP } from '../../admin/support/admin';
import { bundled, SOURCES } from '../../sdk/support/bundle';
import { startTestApi } from '../../support/api';
import { testPostgres } from '../../support/database';
import { BEGINNING, type Block, executedBlocksOf, textOf } from './pages';

/** Waits in pages are for what comes in a moment, and have no end of their own. */
const LIMIT_MS = 300_000;

/** As a page tells its reader to start the server, where it needs more than `npm start`. */
const ENVIRONMENT = { NODE_ENV: 'development', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128' };

/** The program of `npm run admin`. */
const ADMIN = join(__dirname, '../../../apps/api/src/admin-cli.js');

/** What a reader pastes from the output of the first start, by the name of the variable. */
const PRINTED = ['APP', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const;

export interface Run {
  readonly code: number | null;
  readonly stderr: string;
  /** Where it came to, if it did not come to the end. */
  readonly end: string;
}

/** Runs a page after the beginning of all pages, in one shell, on an api that nobody has used yet. */
export async function runPage(page: string): Promise<Run> {
  const text = textOf(page);
  const api = await startTestApi(ENVIRONMENT, undefined, { regions: text.includes('region') ? 'all' : 'none' });
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-page-'));
  try {
    const beginning = textOf(BEGINNING);
    const blocks = [beginning, text].flatMap(executedBlocksOf);
    const given = { APP: api.appId, ADMIN_EMAIL: BOOTSTRAP.email, ADMIN_PASSWORD: BOOTSTRAP.password };
    const ours = (code: string) =>
      PRINTED.reduce((text, name) => paste(text, name, printedIn(beginning, name), given[name]), code)
        .replaceAll('http://localhost:3000', api.url)
        .replaceAll('/tmp/', `${directory}/`)
        // It would compile what other suites are reading.
        .replaceAll('npm run --silent admin -- ', `${process.execPath} ${ADMIN} `);
    const programs = blocks.filter(({ language }) => language !== 'sh');
    if (programs.length > 0) await installSdk(directory, programs);
    const commands = blocks.map((block) => commandOf({ ...block, code: ours(block.code) }, directory));
    // What `npm run admin` works on is the server's.
    const server = {
      DATABASE_URL: api.urls.applicationUrl,
      DATA_DIR: testPostgres().directory,
      RUN_MIGRATIONS: 'false',
      PASSWORD_BCRYPT_COST: '4',
    };
    return await shell(commands.join('\n'), { ...process.env, ...server, HOME: directory });
  } finally {
    await api.close();
    rmSync(directory, { recursive: true });
  }
}

function paste(text: string, name: string, printed: string, value: string): string {
  return text.replaceAll(`${name}=${printed}\n`, `${name}='${value}'\n`).replaceAll(printed, value);
}

function printedIn(beginning: string, name: string): string {
  const [, value] = new RegExp(`^${name}='?([^'\\s]+)'?$`, 'm').exec(beginning) ?? [];
  if (value === undefined) throw new Error(`${BEGINNING} does not set ${name}`);
  return value;
}

/** A program is what its first line names, and runs where it stands in the page. */
function commandOf({ language, code }: Block, directory: string): string {
  if (language === 'sh') return code;
  const [, name] = /^\/\/ ([\w-]+\.[tj]s)$/m.exec(code) ?? [];
  if (name === undefined) throw new Error(`A program has no name in its first line:\n${code}`);
  writeFileSync(join(directory, name), code);
  // What an App finds in the place that it runs in.
  return `node --import ${join(directory, 'place.mjs')} ${join(directory, name)}`;
}

/** The SDK as an App has it, so far as these programs use it. */
async function installSdk(directory: string, programs: readonly Block[]): Promise<void> {
  const sdk = join(directory, 'node_modules/@appkernel/sdk');
  mkdirSync(sdk, { recursive: true });
  const all = programs.map(({ code }) => code).join('\n');
  const entries = { '.': 'index', './admin': 'admin', './uni': 'uni' };
  const used = Object.entries(entries).filter(([path]) => all.includes(`'@appkernel/sdk${path.slice(1)}'`));
  for (const [, entry] of used) {
    writeFileSync(join(sdk, `${entry}.js`), await bundled(`export * from '${SOURCES}/${entry}';`));
  }
  const exports = Object.fromEntries(used.map(([path, entry]) => [path, `./${entry}.js`]));
  writeFileSync(join(sdk, 'package.json'), JSON.stringify({ name: '@appkernel/sdk', type: 'module', exports }));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(directory, 'place.mjs'), 'Object.assign(globalThis, { uni: {}, localStorage: {} });\n');
}

/** What a page leaves running in the background ends with it. */
function shell(script: string, env: NodeJS.ProcessEnv): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euc', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    const [stdout, stderr]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
    const endAll = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // Nothing is left.
      }
    };
    const limit = setTimeout(endAll, LIMIT_MS);
    child.on('error', reject).on('exit', endAll);
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve({ code, stderr: stderr.join(''), end: code === 0 ? '' : stdout.join('').slice(-2_000) });
    });
  });
}
