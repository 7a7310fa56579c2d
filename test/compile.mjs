import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OUTPUT = 'dist';
/** What each source was like when it was compiled. */
const LIST = join(OUTPUT, 'compiled.json');
const FOLDERS = ['apps', 'libs', 'migrations', 'bench', 'test'];
/** Each decides how all sources are compiled. */
const SETTINGS = ['.swcrc', 'package.json', 'package-lock.json'];

/**
 * Compiles program and suites into `dist`: what has changed since the last time, else all of it.
 *
 * @returns the exit code.
 */
export function compile() {
  const sources = sourcesNow();
  const changed = changedSince(sources);
  if (changed?.length === 0) return 0;
  // What was renamed or removed must not run on.
  if (!changed) rmSync(OUTPUT, { recursive: true, force: true });
  else rmSync(LIST);
  const status = swc(changed ?? [...FOLDERS, 'ormconfig.ts']);
  if (status === 0) writeFileSync(LIST, JSON.stringify(sources));
  return status;
}

function sourcesNow() {
  const inFolders = FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
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
  return readdirSync(OUTPUT, { recursive: true }).some((name) => statSync(join(OUTPUT, name)).mtimeMs > mtimeMs);
}

function swc(sources) {
  // npm, which runs this, has put the program on the path; a second npm would take as long as the compiler.
  const options = ['--out-dir', OUTPUT, '--copy-files', '--quiet'];
  return spawnSync('swc', [...sources, ...options], { stdio: 'inherit' }).status ?? 1;
}
