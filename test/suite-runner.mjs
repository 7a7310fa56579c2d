import Tinypool from 'tinypool';
import { mostlyWaits } from './suite-sequencer.mjs';

/** Runs one suite in a bare process. What its package makes of it around gives each project processes of its own. */
const PROGRAM = new URL('worker-runner.js', import.meta.resolve('jest-light-runner')).href;
const ASKS_WHAT_TO_DO = 'jest-light-runner-get-worker-data';

/**
 * One set of processes for all projects: what the suites of one kind have loaded is there for those of the next. Beside
 * those that keep a core busy there is one for suites that mostly wait, as long as there are any.
 */
export default class SuiteRunner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    if (tests.length === 0) return;
    const { maxWorkers, randomize, seed } = this.#globalConfig;
    const waiting = maxWorkers > 1 ? tests.filter(({ path }) => mostlyWaits(path)) : [];
    const hasPlaceForWaiting = waiting.length > 0;
    const processes = Math.min(maxWorkers + (hasPlaceForWaiting ? 1 : 0), tests.length);
    const pool = new Tinypool({
      filename: PROGRAM,
      runtime: 'child_process',
      minThreads: processes,
      maxThreads: processes,
      env: { ...process.env, ...(randomize && { TEST_SEED: String(seed) }) },
    });
    // The projects differ in what is started before them and in their paths, neither of which concerns a process.
    const workerData = {
      globalConfig: this.#globalConfig,
      projectConfig: tests[0].context.config,
      runtime: 'child_process',
    };
    const others = tests.filter((test) => !waiting.includes(test));
    const work = async (first, then) => {
      for (let test; (test = first.shift() ?? then.shift());) {
        if (watcher.isInterrupted()) return;
        try {
          await onStart(test);
          await onResult(test, await pool.run(test.path, { channel: channelTelling(workerData) }));
        } catch (error) {
          await onFailure(test, error);
        }
      }
    };
    await Promise.all(
      Array.from({ length: processes }, (_, index) =>
        index === 0 && hasPlaceForWaiting ? work(waiting, others) : work(others, waiting),
      ),
    );
    await pool.destroy();
  }
}

/** A channel for each process: an answer to another one would come before this one listens, and leave it waiting. */
function channelTelling(workerData) {
  let answer;
  return {
    onMessage: (listener) => (answer = listener),
    postMessage: (message) => {
      if (message === ASKS_WHAT_TO_DO) answer({ type: 'jest-light-runner-worker-data', workerData });
    },
  };
}
