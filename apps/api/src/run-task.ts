import { constants } from 'node:os';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Config, Lifetime, Logger, prepareRuntime, type Runtime } from '@libs/foundation';
import { hearStopSignals } from '@libs/kernel';
import { MIGRATIONS } from '../../../migrations';
import { readConfiguration } from './configuration';

type Task = (app: NestExpressApplication, runtime: Runtime) => Promise<void>;

/** The exit code that a shell reports for a program ended by a signal, so that the task is not mistaken for done. */
function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** A task leaves to the processes of the installation what they do, such as serving metrics on a port that is taken. */
export function taskConfiguration(settings: Readonly<Record<string, string>> = {}): Promise<Config> {
  return readConfiguration({ ...settings, RUN_WORKER: 'false', METRICS_ENABLED: 'false' });
}

/**
 * Runs a task once on the composed application, which does not listen, then ends the process.
 *
 * @param logOutput 2 for a task whose result, on standard output, is for other programs.
 */
export function runTask(
  task: Task,
  settings: Readonly<Record<string, string>>,
  stop: AbortSignal = hearStopSignals(),
  logOutput: 1 | 2 = 1,
): Promise<void> {
  return new Lifetime(stop).live(async (lifetime) => {
    const config = await taskConfiguration(settings);
    const logger = new Logger(config.logLevel, logOutput);
    lifetime.endAs(config, logger);
    const runtime = await prepareRuntime(config, MIGRATIONS, logger, lifetime, { joins: true });
    lifetime.onEnd(() => runtime.stop());
    // Loaded late, as this is most of what the process loads.
    const { createApi } = await import('./create-api.js');
    const app = await createApi(runtime, logger, false);
    lifetime.onEnd(() => app.close());
    await Promise.race([task(app, runtime), lifetime.untilEnd()]);
  }, codeOf);
}
