import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Lifetime, type Logger, reasonOf, releaseStartMemory, type Runtime } from '@libs/foundation';
import { RegionQueries } from '@libs/regions';
import { createApi } from './create-api';
import { greet } from './greeting';
import { seed } from './seed/seed';
import { finishRequests } from './shutdown';

/** Composes the api and answers requests until the process has to end. */
export async function serve(runtime: Runtime, logger: Logger, lifetime: Lifetime): Promise<never> {
  const { config } = runtime;
  const app = await createApi(runtime, logger);
  lifetime.onEnd(() => app.close());
  if (config.database.runMigrations) await seed(app, runtime);
  lifetime.stopping.throwIfAborted();
  await app.listen(config.http.port, config.http.host);
  lifetime.onEnd((reason) => finishRequests(app, config, reason));
  logger.info({ url: await app.getUrl(), node: process.version }, 'listening');
  void settle(app, runtime, logger, lifetime.stopping);
  await greet(app, config, lifetime.stopping);
  return lifetime.untilEnd();
}

/**
 * Work that need not be done before requests are accepted. Requests for regions wait until these are loaded; if loading
 * fails, the next request tries again.
 */
async function settle(app: NestExpressApplication, { wait }: Runtime, logger: Logger, stopping: AbortSignal) {
  try {
    await wait.during('loading the regions', () => app.get(RegionQueries).prepare());
  } catch (error) {
    if (!stopping.aborted) logger.warn({ reason: reasonOf(error) }, 'the regions are not loaded yet');
  }
  await releaseStartMemory(logger, stopping);
}
