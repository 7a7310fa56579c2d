import { withAdvisoryLock } from '@libs/foundation';
import { runTask } from './run-task';
import { Seed, SEED_LOCK } from './seed/seed';

/** Brings a database to this version and seeds it: what a deployment runs before its new processes. */
runTask(
  async (app, runtime) => {
    const { appId, admin } = await withAdvisoryLock(runtime.listenUrl, SEED_LOCK, () => app.get(Seed).run());
    process.stdout.write(`${JSON.stringify({ migrated: runtime.migrated, app_id: appId })}\n`);
    if (admin?.generatedPassword) process.stdout.write(`Password of ${admin.email}: ${admin.generatedPassword}\n`);
  },
  { RUN_MIGRATIONS: 'true' },
);
