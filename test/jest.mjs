// Compiles program and suites, then runs jest on what came of it. Suites may be named by their sources.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

// What was renamed or removed must not run on.
rmSync('dist', { recursive: true, force: true });
const built = run('npm', ['run', '--silent', 'build:test']);
const options = process.argv.slice(2).map((option) => option.replace(/\.ts$/, '.js'));
process.exitCode = built === 0 ? run('jest', options) : built;

function run(program, parameters) {
  const { status } = spawnSync(program, parameters, {
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: '--enable-source-maps' },
  });
  return status ?? 1;
}
