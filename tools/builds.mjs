// Keeps what browsers are served built: a folder of `dist` for each, with what was built last from its sources.
//
// Each build has a directory of its own, named after its sources, and `current` names the one to serve. So two starts at
// the same moment build the same twice, at worst, and none ever reads what another is writing.
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

export const ROOT = join(import.meta.dirname, '..');

const ASSETS = 'assets.json';

/** How long a build remains after it was replaced, for whoever is just reading it. */
const KEPT_MS = 10 * 60_000;

const COMPRESSIONS = {
  br: (bytes, quality) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Scripts within a page, which its Content-Security-Policy has to name by their hashes. */
const INLINE_SCRIPTS = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g;

/** With --tolerant, as `npm start` has it, a build that fails is reported and the api starts. In production and in CI it is one. */
export const isTolerant =
  process.argv.includes('--tolerant') && process.env.NODE_ENV !== 'production' && !process.env.CI;

/**
 * Builds it into its folder, unless what is there was built from the same sources. The api shows the reason of a failure
 * in its place.
 *
 * @param product what it is called (`name`), its folder of `dist`, its `sources()`, its contents by their paths (`build()`)
 * and, if there is something to prepare, `prepare()`, which says whether it changed the sources. What is built and
 * `isServed` is listed. The best `quality` of Brotli takes twenty times as long as one that is nearly as good.
 */
export async function keepBuilt(product) {
  const { name, folder, sources, prepare = () => false, build } = product;
  const output = join(ROOT, 'dist', folder);
  const [current, failure] = [join(output, 'current'), join(output, 'failure.txt')];
  try {
    let stamp = stampOf(sources());
    if (!existsSync(join(output, stamp, ASSETS))) {
      if (prepare()) stamp = stampOf(sources());
      const began = performance.now();
      await publishInto(output, stamp, await build(), product);
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      process.stdout.write(`The ${name} was built in ${seconds} s.\n`);
    }
    const before = existsSync(current) ? readFileSync(current, 'utf8') : null;
    if (before !== stamp) {
      replace(current, stamp);
      removeOld(output, stamp, before);
    }
    rmSync(failure, { force: true });
  } catch (error) {
    const reason = `The ${name} could not be built.\n\n${error instanceof Error ? error.stack : String(error)}\n`;
    process.stderr.write(reason);
    if (isTolerant) replace(failure, stripVTControlCharacters(reason));
    else process.exitCode = 1;
  }
}

export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

export function slashed(path) {
  return path.split(sep).join('/');
}

/** Of names and contents, whatever the system separates names by. */
export function stampOf(files) {
  const lines = files.map((file) => {
    return `${slashed(relative(ROOT, file))} ${hashOf(readFileSync(file), 'hex')}\n`;
  });
  return hashOf(lines.sort().join(''), 'hex').slice(0, 16);
}

async function publishInto(output, stamp, contents, { isServed = () => true, quality = constants.BROTLI_MAX_QUALITY }) {
  // Not a temporary directory of the system’s making: in the image somebody else reads it.
  const directory = join(output, `new-${randomUUID()}`);
  try {
    const served = [...contents].filter(([path]) => isServed(path));
    const files = await Promise.all(served.map(([path, bytes]) => writeCompressed(directory, path, bytes, quality)));
    for (const [path, bytes] of contents) write(directory, path, bytes);
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    write(directory, ASSETS, `${JSON.stringify({ files, scripts: scriptsOf(served) }, null, 2)}\n`);
    publish(directory, join(output, stamp));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Writes what is smaller compressed. @returns the file's line of the list. */
async function writeCompressed(directory, path, bytes, quality) {
  const sizes = await Promise.all(
    Object.entries(COMPRESSIONS).map(async ([suffix, compress]) => {
      const compressed = await compress(bytes, quality);
      if (compressed.length >= bytes.length) return [suffix, null];
      write(directory, `${path}.${suffix}`, compressed);
      return [suffix, compressed.length];
    }),
  );
  return { path, sha256: hashOf(bytes, 'base64url'), bytes: bytes.length, ...Object.fromEntries(sizes) };
}

/** The hashes of all scripts that are within pages. */
function scriptsOf(contents) {
  const pages = contents.filter(([path]) => path.endsWith('.html'));
  const scripts = pages.flatMap(([, bytes]) =>
    Array.from(bytes.toString().matchAll(INLINE_SCRIPTS), ([, text]) => text),
  );
  return [...new Set(scripts)].map((text) => `sha256-${hashOf(text, 'base64')}`).sort();
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

/** Never half written, whoever reads it. */
function replace(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}-${process.pid}`;
  writeFileSync(next, content);
  renameSync(next, file);
}

/** @param before the one that was to be served until now. */
function removeOld(output, stamp, before) {
  const replaced = before === null ? null : join(output, before);
  if (replaced !== null && existsSync(replaced)) utimesSync(replaced, new Date(), new Date());
  for (const entry of readdirSync(output, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === stamp) continue;
    const path = join(output, entry.name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

function hashOf(content, encoding) {
  return createHash('sha256').update(content).digest(encoding);
}
