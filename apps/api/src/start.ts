import { Lifetime, Logger, prepareRuntime } from '@libs/foundation';
import { MIGRATIONS } from '../../../migrations';
import { readConfiguration } from './configuration';
import { expectFreeAddress } from './listening-address';

/** The whole life of an api. Told to end at any moment of it, it exits with code 0. */
export function start(stop: AbortSignal): Promise<void> {
  return new Lifetime(stop).live(
    async (lifetime) => {
      const config = await readConfiguration();
      const logger = new Logger(config.logLevel);
      lifetime.endAs(config, logger);
      // Checked first, so that a second process on the same address starts and writes nothing.
      await expectFreeAddress(config.http);
      const runtime = await prepareRuntime(config, MIGRATIONS, logger, lifetime);
      lifetime.onEnd(() => runtime.stop());
      // Most of what an api loads is of no use to a start that is refused, or that waits in vain.
      const { serve } = await import('./serve.js');
      await serve(runtime, logger, lifetime);
    },
    () => 0,
  );
}
