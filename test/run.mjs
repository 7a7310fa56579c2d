// Everything that a change has to pass. The last line says how much of it did: `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHECKS = ['lint', 'format:check', 'typecheck', 'knip'];

const checks = CHECKS.map((script) => ({ script, passed: run(script) }));
const { passed, failed } = runSuites();
for (const check of checks.filter(({ passed }) => !passed)) process.stdout.write(`npm run ${check.script} failed\n`);

const totals = {
  passed: passed + checks.filter((check) => check.passed).length,
  failed: failed + checks.filter((check) => !check.passed).length,
};
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;

function run(script, ...options) {
  process.stdout.write(`\n> ${script}\n`);
  return spawnSync('npm', ['run', '--silent', script, '--', ...options], { stdio: 'inherit' }).status === 0;
}

function runSuites() {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-results-'));
  const file = join(directory, 'jest.json');
  try {
    const succeeded = run('test:jest', '--forceExit', '--json', `--outputFile=${file}`, ...process.argv.slice(2));
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
