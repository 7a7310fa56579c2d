const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** The process received a signal to end. */
export class StoppedError extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`stopped by ${signal}`);
    this.name = 'StoppedError';
  }
}

/**
 * Handles the signals that end the process, from now on. To be called before anything else is loaded: the first process
 * of a container has no default signal handlers, so an earlier signal would be lost.
 *
 * @returns a signal that the first of them aborts with a StoppedError.
 */
export function hearStopSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop.abort(new StoppedError(signal)));
  return stop.signal;
}
