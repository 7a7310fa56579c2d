import type { WorkerReply } from './worker-process';

/** The program of a WorkerProcess: does one task after the other, until the process that sends them is gone. */

interface Request {
  readonly id: number;
  readonly task: unknown;
}

type Work = (task: unknown) => unknown;

/** Loaded with the first task, whose failure it is when that fails. */
function theWork(): Work {
  // oxlint-disable-next-line typescript/no-require-imports -- which program, the arguments say
  const loaded = require(process.argv[2] ?? '') as Work | { readonly default: Work };
  return typeof loaded === 'function' ? loaded : loaded.default;
}

// A terminal sends these to the whole group: the other process decides when it needs nothing more.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

process.on('message', ({ id, task }: Request) => {
  let answer: Pick<WorkerReply, 'result'> | Pick<WorkerReply, 'error'>;
  try {
    answer = { result: theWork()(task) };
  } catch (error) {
    answer = { error: error instanceof Error ? error : new Error(String(error)) };
  }
  process.send?.({ id, ...answer, residentBytes: process.memoryUsage.rss() } satisfies WorkerReply);
});
