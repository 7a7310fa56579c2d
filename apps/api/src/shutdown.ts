import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CLOSING_SHARE_MS, type Config } from '@libs/foundation';
import { StoppedError } from '@libs/kernel';
import { Readiness } from './health/readiness';

/**
 * Becomes unready at once, serves on until nobody sends new requests, and finishes those under way. A process that ends
 * because of a failure does not wait for new requests to stop.
 */
export async function finishRequests(app: NestExpressApplication, config: Config, reason: unknown): Promise<void> {
  const { drainSeconds, graceSeconds } = config.shutdown;
  app.get(Readiness).startShutdown();
  if (reason instanceof StoppedError) await delay(drainSeconds * 1_000);
  const patienceMs = Math.max(1_000, (graceSeconds - drainSeconds) * 1_000 - CLOSING_SHARE_MS);
  await closeServer(app.getHttpServer(), patienceMs);
}

async function closeServer(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearTimeout(impatience);
}
