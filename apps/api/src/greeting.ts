import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Config, Logger, Outage } from '@libs/foundation';
import { Readiness } from './health/readiness';
import { type Introduction, Seed } from './seed/seed';
import { welcome } from './welcome';

const INTERVAL_MS = 250;

/** Tells a newcomer how to use the service, once it is ready. */
export async function greet(app: NestExpressApplication, config: Config, stopping: AbortSignal): Promise<void> {
  if (config.environment !== 'development') return;
  const outage = new Outage(app.get(Logger), {
    came: 'the first administrator cannot be looked up',
    went: 'the first administrator can be looked up again',
  });
  while (!stopping.aborted) {
    try {
      const introduction = await introduce(app);
      if (introduction) {
        process.stdout.write(welcome(config, introduction));
        return;
      }
    } catch (error) {
      outage.came(error);
    }
    await delay(INTERVAL_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Null while the service is not ready. */
async function introduce(app: NestExpressApplication): Promise<Introduction | null> {
  const failing = await app.get(Readiness).failingChecks();
  return failing.length > 0 ? null : app.get(Seed).introduce();
}
