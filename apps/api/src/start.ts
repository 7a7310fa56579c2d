import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  type Config,
  Lifetime,
  loadConfig,
  Logger,
  prepareRuntime,
  reasonOf,
  releaseStartMemory,
  type Runtime,
} from '@libs/foundation';
import { isCommonPassword } from '@libs/iam';
import { RegionQueries } from '@libs/regions';
import { MIGRATIONS } from '../../../migrations';
import { createApi } from './create-api';
import { greet } from './greeting';
import { expectFreeAddress } from './listening-address';
import { seed } from './seed/seed';
import { finishRequests } from './shutdown';

/** The whole life of an api. Told to end at any moment of it, it exits with code 0. */
export function start(stop: AbortSignal): Promise<void> {
  return new Lifetime(stop).live(
    async (lifetime) => {
      const config = loadConfig(process.env, { isCommonPassword });
      const logger = new Logger(config.logLevel);
      lifetime.endAs(config, logger);
      const { app, runtime } = await compose(config, logger, lifetime);
      logger.info({ url: await app.getUrl(), node: process.version }, 'listening');
      void settle(app, runtime, logger, lifetime.stopping);
      await greet(app, config, lifetime.stopping);
      await lifetime.untilEnd();
    },
    () => 0,
  );
}

/** Everything up to the moment from which requests are accepted. */
async function compose(config: Config, logger: Logger, lifetime: Lifetime) {
  // Checked first, so that a second process on the same address starts and writes nothing.
  await expectFreeAddress(config.http);
  const runtime = await prepareRuntime(config, MIGRATIONS, logger, lifetime);
  lifetime.onEnd(() => runtime.stop());
  const app = await createApi(runtime, logger);
  lifetime.onEnd(() => app.close());
  if (config.database.runMigrations) await seed(app, runtime);
  lifetime.stopping.throwIfAborted();
  await app.listen(config.http.port, config.http.host);
  lifetime.onEnd((reason) => finishRequests(app, config, reason));
  return { app, runtime };
}

/**
 * What need not be done before requests are accepted. Requests for regions wait for theirs; if they cannot be loaded
 * now, the next of these tries again.
 */
async function settle(app: NestExpressApplication, { wait }: Runtime, logger: Logger, stopping: AbortSignal) {
  try {
    await wait.during('loading the regions', () => app.get(RegionQueries).prepare());
  } catch (error) {
    if (!stopping.aborted) logger.warn({ reason: reasonOf(error) }, 'the regions are not loaded yet');
  }
  await releaseStartMemory(logger, stopping);
}
