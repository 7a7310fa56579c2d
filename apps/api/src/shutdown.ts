import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger, Runtime } from '@libs/foundation';
import { Readiness } from './health/readiness';

/** What is left of the grace time for closing connections and the embedded database, once requests had their share. */
const CLOSING_SHARE_MS = 5_000;

/**
 * Ends the process on SIGTERM or SIGINT: unready at once, serving on until nobody sends new requests, finishing those
 * under way, and closing what is open, all within the grace time.
 */
export function shutDownOnSignal(app: NestExpressApplication, runtime: Runtime, logger: Logger): void {
  let started = false;
  const handle = (signal: NodeJS.Signals): void => {
    if (started) return;
    started = true;
    void shutDown(app, runtime, logger, signal);
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}

async function shutDown(
  app: NestExpressApplication,
  runtime: Runtime,
  logger: Logger,
  signal: NodeJS.Signals,
): Promise<void> {
  const { drainSeconds, graceSeconds } = runtime.config.shutdown;
  logger.info({ signal }, 'shutting down');
  app.get(Readiness).startShutdown();
  // Whatever hangs, the process is gone when the grace time ends.
  setTimeout(() => process.exit(0), graceSeconds * 1_000 - 250).unref();
  await delay(drainSeconds * 1_000);
  const patienceMs = Math.max(1_000, (graceSeconds - drainSeconds) * 1_000 - CLOSING_SHARE_MS);
  await finishRequests(app.getHttpServer(), patienceMs);
  await app.close();
  await runtime.stop();
  logger.info({}, 'stopped');
  process.exit(0);
}

async function finishRequests(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearTimeout(impatience);
}
