import type { NestExpressApplication } from '@nestjs/platform-express';
import { ConfigurationError, loadConfig, Logger, prepareRuntime, type Runtime } from '@libs/foundation';
import { isCommonPassword } from '@libs/iam';
import { MIGRATIONS } from '../../../migrations';
import { createApi } from './create-api';

type Task = (app: NestExpressApplication, runtime: Runtime) => Promise<void>;

/** Runs something once, on the composed application, which does not listen; then ends the process. */
export function runTask(task: Task, settings: Readonly<Record<string, string>>): void {
  run(task, settings).catch((error: unknown) => {
    const configuration = error instanceof ConfigurationError;
    process.stderr.write(`${configuration ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = configuration ? ConfigurationError.exitCode : 1;
  });
}

async function run(task: Task, settings: Readonly<Record<string, string>>): Promise<void> {
  const config = loadConfig({ ...process.env, ...settings, RUN_WORKER: 'false' }, { isCommonPassword });
  const logger = new Logger(config.logLevel);
  const runtime = await prepareRuntime(config, MIGRATIONS, logger);
  try {
    const app = await createApi(runtime, logger);
    try {
      await task(app, runtime);
    } finally {
      await app.close();
    }
  } finally {
    await runtime.stop();
  }
}
