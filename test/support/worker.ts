import { NestFactory } from '@nestjs/core';
import { ChangeFeed, loadConfig, Logger, prepareRuntime } from '@libs/foundation';
import { WorkerModule } from '../../apps/worker/src/worker.module';
import { MIGRATIONS } from '../../migrations';
import { feedsUnderTest, settingsOn, type TestDatabaseUrls } from './database';

/** A worker that takes up what others have left. */
export interface TestWorker {
  /** As it is closed at SIGTERM. */
  close(): Promise<void>;
}

const logger = new Logger('error');

/** The whole worker in this process, where it costs a tenth of a process of its own: for all but how it ends. */
export async function startTestWorker(
  urls: TestDatabaseUrls,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestWorker> {
  const config = loadConfig({ ...settingsOn(urls), ...environment });
  const runtime = await prepareRuntime(config, MIGRATIONS, logger);
  const module = WorkerModule.forRuntime(runtime, logger);
  const worker = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
  const feed = worker.get(ChangeFeed);
  feedsUnderTest.add(feed);
  return {
    close: async () => {
      feedsUnderTest.delete(feed);
      await worker.close();
    },
  };
}
