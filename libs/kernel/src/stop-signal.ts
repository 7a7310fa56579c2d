const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Somebody told the process to end. */
export class StoppedError extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`stopped by ${signal}`);
    this.name = 'StoppedError';
  }
}

/**
 * Hears the signals that tell the process to end, from now on. To be called before anything else is loaded: nothing ends
 * the first process of a container by default, so a signal that nobody heard would be lost there.
 *
 * @returns aborted, with a StoppedError, by the first of them.
 */
export function hearStopSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop.abort(new StoppedError(signal)));
  return stop.signal;
}
