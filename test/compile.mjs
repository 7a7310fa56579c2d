import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const OUTPUT = 'dist';
/** What each source was like when it was compiled. */
const LIST = join(OUTPUT, 'compiled.json');
const FOLDERS = ['apps', 'libs', 'migrations', 'packages', 'bench', 'test'];
/** The console is built by tools of its own, as the guide is; its suites are compiled with all others. */
const CONSOLE = join('apps', 'console');
/** The folders of the output that those tools keep. */
const BUILT = ['console', 'docs'];
const NOT_OF_CONSOLE = `${CONSOLE}/**/*.{css,d.ts,html,json,md,mts,svg,vue}`;
/** Packages are published, and built by tools of their own: suites run their sources, compiled as they are themselves. */
const PACKAGES = 'packages';
const NOT_OF_PACKAGES = `${PACKAGES}/*/*.*,${PACKAGES}/*/dist/**`;
/** Each decides how all sources are compiled. */
const SETTINGS = ['.swcrc', 'package.json', 'package-lock.json'];

/**
 * Builds console and guide, and compiles program and suites into `dist`: what has changed since the last time, else all of it.
 *
 * @returns the exit code.
 */
export function compile() {
  return compileSources() || run('node', ['tools/build-web.mjs']);
}

function compileSources() {
  const sources = sourcesNow();
  const changed = changedSince(sources);
  if (changed?.length === 0) return 0;
  // What was renamed or removed must not run on.
  if (changed) rmSync(LIST);
  else for (const name of compiledNow()) rmSync(join(OUTPUT, name), { recursive: true, force: true });
  const status = swc(changed ?? [...FOLDERS, 'ormconfig.ts']);
  if (status === 0) writeFileSync(LIST, JSON.stringify(sources));
  return status;
}

function sourcesNow() {
  const inFolders = FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.startsWith(CONSOLE + sep) || /(?<!\.d)\.ts$/.test(file))
    .filter((file) => !file.startsWith(PACKAGES + sep) || file.split(sep)[2] === 'src');
  const files = [...SETTINGS, 'ormconfig.ts', ...inFolders.sort()];
  return Object.fromEntries(files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]));
}

/** @returns null where all has to be compiled. */
function changedSince(sources) {
  try {
    const compiled = JSON.parse(readFileSync(LIST, 'utf8'));
    if (isTouched() || Object.keys(compiled).some((file) => !(file in sources))) return null;
    const changed = Object.keys(sources).filter((file) => sources[file] !== compiled[file]);
    return changed.every((file) => file.endsWith('.ts')) ? changed : null;
  } catch {
    return null;
  }
}

/** By `npm start`, perhaps, from sources that have changed back since. */
function isTouched() {
  const { mtimeMs } = statSync(LIST);
  const isNewer = (path) => statSync(path).mtimeMs > mtimeMs;
  return compiledNow().some((name) => {
    const path = join(OUTPUT, name);
    const inner = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [];
    return isNewer(path) || inner.some((file) => isNewer(join(path, file)));
  });
}

/** What is in the output, but for what browsers are served. */
function compiledNow() {
  return existsSync(OUTPUT) ? readdirSync(OUTPUT).filter((name) => !BUILT.includes(name)) : [];
}

function swc(sources) {
  // npm, which runs this, has put the program on the path; a second npm would take as long as the compiler.
  return run('swc', [
    ...sources,
    '--ignore',
    `${NOT_OF_CONSOLE},${NOT_OF_PACKAGES}`,
    '--out-dir',
    OUTPUT,
    '--copy-files',
    '--quiet',
  ]);
}

function run(program, parameters) {
  return spawnSync(program, parameters, { stdio: 'inherit' }).status ?? 1;
}
