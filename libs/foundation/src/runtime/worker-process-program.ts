import type { WorkerReply } from './worker-process';

/** The program of a WorkerProcess: runs tasks until the parent process disconnects. */

interface Request {
  readonly id: number;
  readonly task: unknown;
}

type Work = (task: unknown) => unknown;

/** Loaded with the first task, which fails if loading does. */
function theWork(): Work {
  // oxlint-disable-next-line typescript/no-require-imports -- which program, the arguments say
  const loaded = require(process.argv[2] ?? '') as Work | { readonly default: Work };
  return typeof loaded === 'function' ? loaded : loaded.default;
}

// A terminal sends these signals to the whole group; the parent decides when this process ends.
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
