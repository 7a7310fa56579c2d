import { spawn } from 'node:child_process';

/**
 * Runs a script of the package to its end.
 *
 * @returns whether it succeeded, and what it wrote where `output` is `pipe`.
 */
export function run(script, options, output) {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], { stdio: ['ignore', output, output] });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => written.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ passed: false, output: `${error.message}\n` }));
    child.on('close', (status) => resolve({ passed: status === 0, output: Buffer.concat(written).toString() }));
  });
}
