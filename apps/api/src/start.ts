import { Lifetime, Logger, prepareRuntime } from '@libs/foundation';
import { MIGRATIONS } from '../../../migrations';
import { readConfiguration } from './configuration';
import { expectFreeAddress } from './listening-address';

/** The life of an api. After a signal at any time it exits with code 0. */
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
      // Loaded late: a start that is refused, or waits in vain, does without most of it.
      const { serve } = await import('./serve.js');
      await serve(runtime, logger, lifetime);
    },
    () => 0,
  );
}
