import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './api';
import { apiRequiring, startServerProcess, type ServerProcess } from './server-process';

/** Measurements of a server since the last request for them, in CPU time, which does not depend on other load. */
export interface Measured {
  /** How long its event loop was held at most, by all that had arrived meanwhile. */
  readonly longestHoldMs: number;
  readonly usedMs: number;
  readonly peakBytes: number;
}

export interface MeasuredServer extends ServerProcess {
  measure(): Promise<Measured>;
}

/** The built api with measurements of its event loop. */
export async function startMeasuredServer(environment: Readonly<Record<string, string>>): Promise<MeasuredServer> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-measured-'));
  const file = join(directory, 'measured.json');
  const server = await startServerProcess(
    { ...environment, EVENT_LOOP_DELAY_FILE: file },
    apiRequiring('test/support/event-loop-delay.cjs'),
  );
  // What it does once behind its start is no answer to a request.
  await eventually(() => Promise.resolve(server.log.some((line) => line.includes('the memory of the start'))));
  return {
    ...server,
    measure: async () => {
      rmSync(file, { force: true });
      server.child.kill('SIGUSR2');
      return eventually(() => Promise.resolve(read(file)));
    },
    kill: async (signal) => {
      const status = await server.kill(signal);
      rmSync(directory, { recursive: true });
      return status;
    },
  };
}

function read(file: string): Measured | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Measured;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
