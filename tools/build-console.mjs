// Builds the console into `dist/console`. Part of `npm run build`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesIn, isTolerant, keepBuilt, ROOT, slashed } from './builds.mjs';
import { OPERATIONS_FILE, operationsOf } from './generate-console.mjs';

const CONSOLE = join(ROOT, 'apps', 'console');

/** Decide about the result beside the sources themselves: what is called, what with, and by what. */
const CAUSES = [
  ...['openapi.json', 'package-lock.json'],
  ...['tools/build-console.mjs', 'tools/builds.mjs', 'tools/generate-console.mjs'],
];
/** Types are erased, and neither suites nor texts for readers are part of it. */
const IRRELEVANT = /\.d\.ts$|\.spec\.ts$|\.md$/;

export function buildConsole() {
  return keepBuilt({
    name: 'console',
    folder: 'console',
    sources,
    prepare: updateOperations,
    build,
    isServed: (path) => !path.startsWith('.vite/'),
  });
}

if (process.argv[1] === import.meta.filename) await buildConsole();

function sources() {
  const files = filesIn(CONSOLE).filter((file) => !IRRELEVANT.test(file));
  return [...CAUSES.map((file) => join(ROOT, file)), ...files];
}

/**
 * The list that is committed has to be that of the document, which `npm run openapi` writes together with it.
 *
 * @returns whether it was written.
 */
function updateOperations() {
  const [file, document] = [join(ROOT, OPERATIONS_FILE), join(ROOT, 'openapi.json')];
  const operations = operationsOf(JSON.parse(readFileSync(document, 'utf8')));
  if (existsSync(file) && readFileSync(file, 'utf8') === operations) return false;
  if (!isTolerant) throw new Error(`${OPERATIONS_FILE} does not follow from openapi.json: npm run openapi`);
  writeFileSync(file, operations);
  return true;
}

async function build() {
  // Else what is installed beside would decide whether Vue is the one for development.
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  const { output } = await vite.build({
    configFile: join(CONSOLE, 'vite.config.mts'),
    configLoader: 'native',
    logLevel: 'warn',
    build: { write: false },
  });
  const contents = new Map(output.map((file) => [file.fileName, Buffer.from(file.code ?? file.source)]));
  for (const [name, bytes] of publicFiles()) contents.set(name, bytes);
  return contents;
}

/** Vite copies these only when it writes by itself. */
function publicFiles() {
  const folder = join(CONSOLE, 'public');
  if (!existsSync(folder)) return [];
  return filesIn(folder).map((file) => [slashed(relative(folder, file)), readFileSync(file)]);
}
