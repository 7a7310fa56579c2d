import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Lifetime, loadConfig, Logger, prepareRuntime, releaseStartMemory } from '@libs/foundation';
import { MIGRATIONS } from '../../../migrations';

/** The life of a worker. After a signal at any time it exits with code 0. */
export function start(stop: AbortSignal): Promise<void> {
  return new Lifetime(stop).live(
    async (lifetime) => {
      const config = loadConfig(process.env);
      const logger = new Logger(config.logLevel);
      lifetime.endAs(config, logger);
      const runtime = await prepareRuntime(config, MIGRATIONS, logger, lifetime);
      lifetime.onEnd(() => runtime.stop());
      // Loaded late: a start that is refused, or waits in vain, does without most of it.
      const { WorkerModule } = await import('./worker.module.js');
      const module = WorkerModule.forRuntime(runtime, logger);
      const worker = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
      lifetime.onEnd(() => worker.close());
      logger.info({ version: process.version }, 'worker started');
      void releaseStartMemory(logger, lifetime.stopping);
      await lifetime.untilEnd();
    },
    () => 0,
  );
}
