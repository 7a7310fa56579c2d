// Compiles program and suites, then runs jest on what came of it. Suites may be named by their sources, and chosen by
// their kind: `--kind=unit`. Jest's own option takes every word that follows it for a kind, so it comes last.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const KIND = '--kind=';

/** What one process has compiled, a later one need not compile again: neither of this run nor of the next. */
const COMPILED = resolve('node_modules/.cache/appkernel-compiled');

// What was renamed or removed must not run on.
rmSync('dist', { recursive: true, force: true });
// npm, which runs this, has put the program on the path; a second npm would take as long as the compiler.
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const built = run(scripts['build:test'], [], { shell: true });
const options = process.argv.slice(2).map((option) => option.replace(/\.ts$/, '.js'));
const kinds = options.filter((option) => option.startsWith(KIND)).map((option) => option.slice(KIND.length));
const others = options.filter((option) => !option.startsWith(KIND));
process.exitCode =
  built === 0 ? run('jest', [...others, ...(kinds.length > 0 ? ['--selectProjects', ...kinds] : [])]) : built;

function run(program, parameters, options = {}) {
  const { status } = spawnSync(program, parameters, {
    ...options,
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: '--enable-source-maps', NODE_COMPILE_CACHE: COMPILED },
  });
  return status ?? 1;
}
