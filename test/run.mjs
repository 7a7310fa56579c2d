// Everything that a change has to pass. The last line says how much of it did: `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHECKS = ['lint', 'format:check', 'knip'];

// Suites wait now and then: for a lock, for a process that starts. The checks, one after the other, use that.
const [{ passed, failed }, checks] = await Promise.all([runSuites(), runChecks()]);
for (const { script, output } of checks) process.stdout.write(`\n> ${script}\n${output}`);
for (const check of checks.filter(({ passed }) => !passed)) process.stdout.write(`npm run ${check.script} failed\n`);

const totals = {
  passed: passed + checks.filter((check) => check.passed).length,
  failed: failed + checks.filter((check) => !check.passed).length,
};
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;

async function runChecks() {
  const checks = [];
  for (const script of CHECKS) checks.push({ script, ...(await run(script, [], 'pipe')) });
  return checks;
}

/** @returns what it wrote as well, where `output` is `pipe`. */
function run(script, options, output) {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], { stdio: ['ignore', output, output] });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => written.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ passed: false, output: `${error.message}\n` }));
    child.on('close', (status) => resolve({ passed: status === 0, output: Buffer.concat(written).toString() }));
  });
}

async function runSuites() {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-results-'));
  const file = join(directory, 'jest.json');
  try {
    const options = ['--forceExit', '--json', `--outputFile=${file}`, ...process.argv.slice(2)];
    const { passed: succeeded } = await run('test:jest', options, 'inherit');
    const results = JSON.parse(readFileSync(file, 'utf8'));
    // A suite that does not even start has no failed test, and jest fails for reasons of its own, such as a set-up.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    return { passed: results.numPassedTests, failed: Math.max(failed, succeeded ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
