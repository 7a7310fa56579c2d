import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConfigurationError, loadConfig, Logger, prepareRuntime } from '@libs/foundation';
import { MIGRATIONS } from '../../../migrations';
import { WorkerModule } from './worker.module';

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = new Logger(config.logLevel);
  const runtime = await prepareRuntime(config, MIGRATIONS, logger);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRuntime(runtime, logger), {
    logger,
    abortOnError: false,
  });
  logger.info({ version: process.version }, 'worker started');
  const stop = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'shutting down');
    setTimeout(() => process.exit(0), config.shutdown.graceSeconds * 1_000 - 250).unref();
    void app
      .close()
      .then(() => runtime.stop())
      .finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  const configuration = error instanceof ConfigurationError;
  process.stderr.write(`${configuration ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(configuration ? ConfigurationError.exitCode : 1);
});
