import { runTask } from './run-task';

/** Brings a database to this version and seeds it: what a deployment runs before its new processes. */
export function runMigration(stop: AbortSignal): Promise<void> {
  return runTask(
    async (app, runtime) => {
      const { seed } = await import('./seed/seed.js');
      const appId = await seed(app, runtime);
      process.stdout.write(`${JSON.stringify({ migrated: runtime.migrated, app_id: appId })}\n`);
    },
    { RUN_MIGRATIONS: 'true' },
    stop,
  );
}
