import { ConfigurationError, loadConfig, Logger, prepareRuntime, withAdvisoryLock } from '@libs/foundation';
import { isCommonPassword } from '@libs/iam';
import { MIGRATIONS } from '../../../migrations';
import { createApi } from './create-api';
import { Seed, SEED_LOCK } from './seed/seed';
import { shutDownOnSignal } from './shutdown';
import { welcome } from './welcome';

async function main(): Promise<void> {
  const config = loadConfig(process.env, { isCommonPassword });
  const logger = new Logger(config.logLevel);
  const runtime = await prepareRuntime(config, MIGRATIONS, logger);
  try {
    const app = await createApi(runtime, logger);
    const seeded = config.database.runMigrations
      ? await withAdvisoryLock(runtime.listenUrl, SEED_LOCK, () => app.get(Seed).run())
      : null;
    shutDownOnSignal(app, runtime, logger);
    await app.listen(config.http.port, config.http.host);
    logger.info({ url: await app.getUrl(), node: process.version }, 'listening');
    if (config.environment === 'development' && seeded) process.stdout.write(welcome(config, seeded));
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}

main().catch((error: unknown) => {
  const configuration = error instanceof ConfigurationError;
  process.stderr.write(`${configuration ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(configuration ? ConfigurationError.exitCode : 1);
});
