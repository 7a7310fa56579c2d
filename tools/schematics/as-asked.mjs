import { spawnSync } from 'node:child_process';

const PROGRAM = /schematics-cli[\\/]bin[\\/]schematics\.js$/;

/**
 * The command line of schematics takes a collection in a folder for one under development: it rehearses, and writes
 * nothing. Those of this repository are there to be used, so the same command runs again as any other collection would,
 * and this process ends as it does. `--dry-run` goes along.
 */
export function runAsAsked() {
  const [program, script, ...options] = process.argv;
  if (!PROGRAM.test(script ?? '') || options.some((option) => /^--(?:no-)?debug\b/.test(option))) return;
  const { status } = spawnSync(program, [script, ...options, '--no-debug'], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
