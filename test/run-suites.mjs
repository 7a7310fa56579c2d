import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from './run-script.mjs';

/** More files than these do not fail by chance: a change broke them, and repeating them would only take its time. */
const MOST_REPEATED = 20;

/**
 * Runs suites, and the files that failed once more, one at a time, after the others. What passes then counts as passed,
 * and the report says that it had failed.
 *
 * @param options jest's, as given.
 * @param selection of the kinds of suites, unless the options choose them. It ends with them: jest takes every word that
 *   follows for another one.
 */
export async function runSuites(options, selection) {
  const kinds = options.some((option) => option.startsWith('--kind=')) ? [] : selection;
  const common = isRandomWithoutSeed(options) ? [...options, `--seed=${randomInt(2 ** 31)}`] : options;
  const { files, succeeded } = await runJest([...common, ...kinds]);
  const failed = [...files.keys()].filter((name) => files.get(name).failed > 0);
  const isChance = failed.length > 0 && failed.length <= MOST_REPEATED;
  const again = isChance
    ? (await runJest([...common, '--runInBand', '--runTestsByPath', ...failed, ...kinds])).files
    : new Map();
  const last = [...files].map(([name, outcome]) => again.get(name) ?? outcome);
  const sum = (outcome) => last.reduce((total, file) => total + file[outcome], 0);
  return {
    passed: sum('passed'),
    // jest fails for reasons of its own, such as a set-up.
    failed: sum('failed') + (succeeded || failed.length > 0 ? 0 : 1),
    report: failed.map((name) => reportOf(name, files.get(name), again.get(name))).join(''),
  };
}

function reportOf(name, { failure }, again) {
  const file = relative(process.cwd(), name)
    .replace(/^dist\//, '')
    .replace(/\.js$/, '.ts');
  if (!again) return `FAILED: ${file} failed and was not repeated\n`;
  if (again.failed > 0) return `FAILED: ${file} failed, and again when repeated\n`;
  return `WARNING: ${file} failed once, passed when repeated\n${failure.replaceAll(/^(?=.)/gm, '  ')}\n`;
}

/** What failed in one order may pass in another. */
function isRandomWithoutSeed(options) {
  return options.includes('--randomize') && !options.some((option) => option.startsWith('--seed'));
}

/** @returns the outcome of each file, by its path. */
async function runJest(options) {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-results-'));
  const file = join(directory, 'jest.json');
  try {
    const { passed: succeeded } = await run(
      'test:jest',
      ['--forceExit', '--json', `--outputFile=${file}`, ...options],
      'inherit',
    );
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
    return { succeeded, files: new Map(testResults.map((result) => [result.name, outcomeOf(result)])) };
  } catch {
    return { succeeded: false, files: new Map() };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function outcomeOf({ status, message, assertionResults: tests }) {
  const failures = tests.filter((test) => test.status === 'failed');
  const [first] = failures;
  const failure = first ? `${first.fullName}\n${first.failureMessages.join('\n')}` : message;
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    // A suite that does not even start has no failed test.
    failed: failures.length || (status === 'failed' ? 1 : 0),
    failure: stripVTControlCharacters(failure).trim(),
  };
}
