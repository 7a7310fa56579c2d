import { RegionImport } from '@libs/regions';
import { runTask } from './run-task';

/** Imports the shipped regions again and prints what that changed. Repeating it changes nothing. */
void runTask(async (app) => {
  const changes = await app.get(RegionImport).run();
  process.stdout.write(`${JSON.stringify(changes, null, 2)}\n`);
}, {});
