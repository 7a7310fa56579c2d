import { NestFactory } from '@nestjs/core';
import { ChangeFeed, loadConfig, Logger, OutboxHandlers, prepareRuntime } from '@libs/foundation';
import { WorkerModule } from '../../apps/worker/src/worker.module';
import type { OutboxHandler } from '../../libs/foundation/src/outbox/outbox-message';
import { MIGRATIONS } from '../../migrations';
import { feedsUnderTest, settingsOn, type TestDatabaseUrls } from './database';

/** A worker that takes up what others have left. */
export interface TestWorker {
  /** As it is closed at SIGTERM. */
  close(): Promise<void>;
}

interface WorkerOptions {
  /** Of types of messages that only the suite knows. */
  readonly handlers?: Readonly<Record<string, OutboxHandler>>;
  /** Gets what it logs, a line an entry, in place of the output of the run. */
  readonly log?: string[];
}

/** The whole worker in this process, where it costs a tenth of a process of its own: for all but how it ends. */
export async function startTestWorker(
  urls: TestDatabaseUrls,
  environment: Readonly<Record<string, string>> = {},
  { handlers = {}, log }: WorkerOptions = {},
): Promise<TestWorker> {
  const config = loadConfig({ ...settingsOn(urls), ...environment });
  const logger = new Logger(config.logLevel);
  if (log) keep(logger, log);
  const runtime = await prepareRuntime(config, MIGRATIONS, logger);
  const module = { ...WorkerModule.forRuntime(runtime, logger), providers: [registering(handlers)] };
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

function keep(logger: Logger, log: string[]): void {
  Reflect.set(logger, 'destination', {
    write: (lines: string) => log.push(...lines.trimEnd().split('\n')),
    flush: (done: () => void) => done(),
  });
}

/** While the module starts, as contexts register theirs: before it takes the first message. */
function registering(handlers: Readonly<Record<string, OutboxHandler>>) {
  return {
    provide: 'handlers of the suite',
    inject: [OutboxHandlers],
    useFactory: (registry: OutboxHandlers) => {
      for (const [type, handler] of Object.entries(handlers)) registry.register(type, handler);
      return handlers;
    },
  };
}
