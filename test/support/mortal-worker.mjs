// The outbox of the built worker without the contexts, which take longer to load than it: with handlers one of whose
// messages kill the process, and the other's take a moment.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'dist/'));
const { NestFactory } = require('@nestjs/core');
const foundation = require('./libs/foundation/src/index.js');
const { FoundationModule, loadConfig, Logger, OutboxHandlers, OutboxWorkerModule, prepareRuntime } = foundation;

const QUERY_TIMEOUT_MS = 60_000;

const config = loadConfig(process.env);
const logger = new Logger(config.logLevel);
const runtime = await prepareRuntime(config, [], logger);

class MortalModule {}
const handlers = {
  provide: 'mortal handlers',
  inject: [OutboxHandlers],
  useFactory: (registry) => {
    registry.register('test.deadly', { handle: () => process.kill(process.pid, 'SIGKILL') });
    registry.register('test.harmless', { handle: () => new Promise((resolve) => setTimeout(resolve, 100)) });
  },
};
const basis = FoundationModule.forRuntime({
  runtime,
  logger,
  entities: [],
  applicationName: 'appkernel-worker',
  statementTimeoutMs: QUERY_TIMEOUT_MS,
  queryTimeoutMs: QUERY_TIMEOUT_MS,
});
const imports = [basis, OutboxWorkerModule.forRoot(config.redisUrl)];
const module = { module: MortalModule, imports, providers: [handlers] };
const app = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
