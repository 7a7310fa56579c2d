import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@libs/foundation';
import { eventually } from './api';
import { queryAs, testPostgres } from './database';
import { copyDatabaseDirectory } from './memory';
import { inTemplate, putTemplatesOfRun, TEMPLATES } from './templates';

const MAKING_TAKES_AT_MOST_MS = 180_000;

/**
 * Puts the directory of an embedded PostgreSQL there, stopped, whose database is migrated and seeded: for suites that
 * do to a server what they cannot do to the one of all. Their makers are the first who ask in a run, and the others
 * have copies. It knows of no regions, as the templates of most suites.
 */
export async function copyMigratedPostgres(directory: string): Promise<void> {
  const home = join(testPostgres().data, 'migrated');
  const made = join(home, 'made');
  if (isFirst(home)) {
    await make(home);
    writeFileSync(made, '');
  } else {
    await eventually(() => Promise.resolve(existsSync(made)), MAKING_TAKES_AT_MOST_MS);
  }
  copyDatabaseDirectory(join(home, 'postgres'), directory);
}

/** Several suites may ask at the same time. */
function isFirst(home: string): boolean {
  try {
    mkdirSync(home);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Of the templates, without what they have beside. */
async function make(home: string): Promise<void> {
  await putTemplatesOfRun(home, testPostgres());
  const postgres = await startEmbeddedPostgres({ directory: join(home, 'postgres'), settings: { fsync: 'off' } });
  try {
    for (const other of [TEMPLATES.few, TEMPLATES.none]) await queryAs(postgres.superuserUrl, `DROP DATABASE ${other}`);
    // The data set stays known, so that no start imports it.
    await queryAs(inTemplate(postgres.superuserUrl, TEMPLATES.all), 'TRUNCATE regions');
  } finally {
    await postgres.stop();
  }
}
