// Compiles program and suites, then runs jest on what came of it. Suites may be named by their sources, and chosen by
// their kind: `--kind=unit`. Jest's own option takes every word that follows it for a kind, so it comes last.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { compile } from './compile.mjs';

const KIND = '--kind=';

/** What one process has compiled, a later one need not compile again: neither of this run nor of the next. */
const COMPILED = resolve('node_modules/.cache/appkernel-compiled');

const built = compile();
const options = process.argv.slice(2).map((option) => option.replace(/\.ts$/, '.js'));
const kinds = options.filter((option) => option.startsWith(KIND)).map((option) => option.slice(KIND.length));
const others = options.filter((option) => !option.startsWith(KIND));
process.exitCode =
  built === 0 ? run('jest', [...others, ...(kinds.length > 0 ? ['--selectProjects', ...kinds] : [])]) : built;

function run(program, parameters) {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
  const { status } = spawnSync(program, parameters, { stdio: 'inherit', env });
  return status ?? 1;
}
