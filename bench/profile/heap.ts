import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is still in use once all garbage is collected. Bytes. */
export interface HeapInUse {
  readonly heapUsed: number;
  /** Outside of the heap: buffers and what libraries hold. */
  readonly external: number;
}

/** Loaded into the api before it starts: at SIGUSR2 it collects its garbage and writes what is left. */
const file = process.env['BENCH_HEAP'] ?? '';

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What has a finalizer is freed by the second.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const inUse: HeapInUse = { heapUsed, external };
  writeFileSync(`${file}.draft`, JSON.stringify(inUse));
  renameSync(`${file}.draft`, file);
});
