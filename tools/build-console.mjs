// Builds the console into `dist/console`, unless what is there was built from the same sources. Part of `npm run build`.
//
// Each build has a directory of its own, named after its sources, and `current` names the one to serve. So two starts at
// the same moment build the same twice, at worst, and none ever reads what another is writing.
//
// With --tolerant, as `npm start` has it, a build that fails is reported and the api starts: it shows the reason in the
// place of the console. In production and in CI a failure is one.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { OPERATIONS_FILE, operationsOf } from './generate-console.mjs';

const ROOT = join(import.meta.dirname, '..');
const CONSOLE = join(ROOT, 'apps', 'console');
const OUTPUT = join(ROOT, 'dist', 'console');
const CURRENT = join(OUTPUT, 'current');
const FAILURE = join(OUTPUT, 'failure.txt');
const ASSETS = 'assets.json';

/** Decide about the result beside the sources themselves: what is called, what with, and by what. */
const CAUSES = ['openapi.json', 'package-lock.json', 'tools/build-console.mjs', 'tools/generate-console.mjs'];
/** Types are erased, and neither suites nor texts for readers are part of it. */
const IRRELEVANT = /\.d\.ts$|\.spec\.ts$|\.md$/;

/** How long a build remains after it was replaced, for whoever is just reading it. */
const KEPT_MS = 10 * 60_000;

const COMPRESSIONS = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

const isTolerant = process.argv.includes('--tolerant') && process.env.NODE_ENV !== 'production' && !process.env.CI;

try {
  let stamp = stampOf(sources());
  if (!existsSync(join(OUTPUT, stamp, ASSETS))) {
    if (updateOperations()) stamp = stampOf(sources());
    await build(stamp);
  }
  const before = nameOfCurrent();
  if (before !== stamp) {
    replace(CURRENT, stamp);
    removeOld(stamp, before);
  }
  rmSync(FAILURE, { force: true });
} catch (error) {
  const reason = `The console could not be built.\n\n${error instanceof Error ? error.stack : String(error)}\n`;
  process.stderr.write(reason);
  if (isTolerant) replace(FAILURE, stripVTControlCharacters(reason));
  else process.exitCode = 1;
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

function sources() {
  const files = filesIn(CONSOLE).filter((file) => !IRRELEVANT.test(file));
  return [...CAUSES.map((file) => join(ROOT, file)), ...files];
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Of names and contents, whatever the system separates names by. */
function stampOf(files) {
  const lines = files.map((file) => {
    return `${slashed(relative(ROOT, file))} ${hashOf(readFileSync(file), 'hex')}\n`;
  });
  return hashOf(lines.sort().join(''), 'hex').slice(0, 16);
}

function slashed(path) {
  return path.split(sep).join('/');
}

async function build(stamp) {
  const began = performance.now();
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

  // Not a temporary directory of the system’s making: in the image somebody else reads it.
  const directory = join(OUTPUT, `new-${randomUUID()}`);
  try {
    const served = [...contents].filter(([name]) => !name.startsWith('.vite/'));
    const files = await Promise.all(served.map(([path, bytes]) => writeCompressed(directory, path, bytes)));
    for (const [name, bytes] of contents) write(directory, name, bytes);
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    write(directory, ASSETS, `${JSON.stringify({ files }, null, 2)}\n`);
    publish(directory, join(OUTPUT, stamp));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`The console was built in ${seconds} s.\n`);
}

/** Vite copies these only when it writes by itself. */
function publicFiles() {
  const folder = join(CONSOLE, 'public');
  if (!existsSync(folder)) return [];
  return filesIn(folder).map((file) => [slashed(relative(folder, file)), readFileSync(file)]);
}

/** Writes what is smaller compressed. @returns the file's line of the list. */
async function writeCompressed(directory, path, bytes) {
  const sizes = await Promise.all(
    Object.entries(COMPRESSIONS).map(async ([suffix, compress]) => {
      const compressed = await compress(bytes);
      if (compressed.length >= bytes.length) return [suffix, null];
      write(directory, `${path}.${suffix}`, compressed);
      return [suffix, compressed.length];
    }),
  );
  return { path, sha256: hashOf(bytes, 'base64url'), bytes: bytes.length, ...Object.fromEntries(sizes) };
}

function write(directory, path, content) {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Gives the build its name in one step. Another process may have finished the same one first. */
function publish(directory, destination) {
  try {
    renameSync(directory, destination);
  } catch (error) {
    if (!existsSync(join(destination, ASSETS))) throw error;
  }
}

function nameOfCurrent() {
  return existsSync(CURRENT) ? readFileSync(CURRENT, 'utf8') : null;
}

/** Never half written, whoever reads it. */
function replace(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}-${process.pid}`;
  writeFileSync(next, content);
  renameSync(next, file);
}

/** @param before the one that was to be served until now. */
function removeOld(stamp, before) {
  const replaced = before === null ? null : join(OUTPUT, before);
  if (replaced !== null && existsSync(replaced)) utimesSync(replaced, new Date(), new Date());
  for (const entry of readdirSync(OUTPUT, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === stamp) continue;
    const path = join(OUTPUT, entry.name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

function hashOf(content, encoding) {
  return createHash('sha256').update(content).digest(encoding);
}
