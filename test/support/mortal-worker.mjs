// The built worker with additional handlers: one whose messages kill the process, one whose messages take a moment.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'dist/'));
const { NestFactory } = require('@nestjs/core');
const { loadConfig, Logger, OutboxHandlers, prepareRuntime } = require('./libs/foundation/src/index.js');
const { MIGRATIONS } = require('./migrations/index.js');
const { WorkerModule } = require('./apps/worker/src/worker.module.js');

const config = loadConfig(process.env);
const logger = new Logger(config.logLevel);
const runtime = await prepareRuntime(config, MIGRATIONS, logger);

class MortalModule {}
const handlers = {
  provide: 'mortal handlers',
  inject: [OutboxHandlers],
  useFactory: (registry) => {
    registry.register('test.deadly', { handle: () => process.kill(process.pid, 'SIGKILL') });
    registry.register('test.harmless', { handle: () => new Promise((resolve) => setTimeout(resolve, 100)) });
  },
};
const module = { module: MortalModule, imports: [WorkerModule.forRuntime(runtime, logger)], providers: [handlers] };
const app = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
