import { ConfigurationError, loadConfig, Logger, prepareRuntime, withAdvisoryLock } from '@libs/foundation';
import { MIGRATIONS } from '../../../migrations';
import { createApi } from './create-api';
import { Seed, SEED_LOCK } from './seed/seed';

/** Brings a database to this version and seeds it, then ends: what a deployment runs before its new processes. */
async function main(): Promise<void> {
  const config = loadConfig({ ...process.env, RUN_MIGRATIONS: 'true', RUN_WORKER: 'false' });
  const logger = new Logger(config.logLevel);
  const runtime = await prepareRuntime(config, MIGRATIONS, logger);
  try {
    const app = await createApi(runtime, logger);
    const seeded = await withAdvisoryLock(runtime.listenUrl, SEED_LOCK, () => app.get(Seed).run());
    await app.close();
    process.stdout.write(`${JSON.stringify({ migrated: runtime.migrated, app_id: seeded.appId })}\n`);
    const { admin } = seeded;
    if (admin?.generatedPassword) process.stdout.write(`Password of ${admin.email}: ${admin.generatedPassword}\n`);
  } finally {
    await runtime.stop();
  }
}

main().catch((error: unknown) => {
  const configuration = error instanceof ConfigurationError;
  process.stderr.write(`${configuration ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = configuration ? ConfigurationError.exitCode : 1;
});
