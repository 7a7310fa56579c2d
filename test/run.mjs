// Everything that a change has to pass. The last line says how much of it did: `N passed, N failed`. With `--processes`
// or `--screens` the suites whose kind that is, with `--all` these after the others; other options are jest's.
import { run } from './run-script.mjs';
import { runSuites } from './run-suites.mjs';

// The linter reads the types of the console, which the first makes.
const CHECKS = ['typecheck:console', 'lint', 'format:check', 'knip'];
const SUITES = ['--selectProjects', 'unit', 'integration', 'e2e'];
const SCREENS = ['--selectProjects', 'screens'];
const PROCESSES = ['--runInBand', '--selectProjects', 'processes'];
const KINDS = ['--all', '--screens', '--processes'];

const given = process.argv.slice(2);
const [isAll, isScreens, isProcesses] = KINDS.map((kind) => given.includes(kind));
const options = given.filter((option) => !KINDS.includes(option));
// A pattern may be of suites of one kind alone.
if (isAll) options.push('--passWithNoTests');

const parts = [];
// Suites wait now and then: for a lock, for a page that loads. The checks, one after the other, use that.
if (!isScreens && !isProcesses) parts.push(...(await Promise.all([runSuites(options, SUITES), runChecks()])));
if (isScreens || isAll) parts.push(await runSuites(options, SCREENS));
// They measure time, and starve or freeze what they start: whatever ran beside them would be measured, too.
if (isProcesses || isAll) parts.push(await runSuites(options, PROCESSES));

for (const { report } of parts) process.stdout.write(report);
const [passed, failed] = ['passed', 'failed'].map((outcome) => parts.reduce((sum, part) => sum + part[outcome], 0));
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function runChecks() {
  const part = { passed: 0, failed: 0, report: '' };
  for (const script of CHECKS) {
    const { passed, output } = await run(script, [], 'pipe');
    part[passed ? 'passed' : 'failed'] += 1;
    part.report += `\n> ${script}\n${output}${passed ? '' : `npm run ${script} failed\n`}`;
  }
  return part;
}
