import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@libs/foundation';
import type { TestDatabaseUrls } from './database';
import { copyDatabaseDirectory, makeDatabaseDirectory } from './memory';
import { copyMigratedPostgres } from './migrated-postgres';
import { inTemplate, TEMPLATES } from './templates';

/** No test database outlives its suite. */
const FAST = { fsync: 'off' };

export interface ReplicatedPostgres {
  readonly primary: TestDatabaseUrls;
  readonly replica: TestDatabaseUrls;
  stop(): Promise<void>;
}

/** A primary with a streaming replica: both begin as copies of the same stopped server. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const home = makeDatabaseDirectory('appkernel-replicated-');
  const [first, second] = [join(home, 'primary'), join(home, 'replica')];
  await copyMigratedPostgres(first);
  copyDatabaseDirectory(first, second);
  const primary = await startEmbeddedPostgres({ directory: first, settings: FAST });
  writeFileSync(join(second, 'data', 'standby.signal'), '');
  const replica = await startEmbeddedPostgres({
    directory: second,
    settings: { ...FAST, primary_conninfo: primary.superuserUrl },
  });
  const stop = async (): Promise<void> => {
    await replica.stop();
    await primary.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { primary: named(primary, stop), replica: named(replica, stop), stop };
}

/** Those of a server that is a suite's own, whose database is the template itself. */
export function named(urls: Omit<TestDatabaseUrls, 'name' | 'drop'>, drop: () => Promise<void>): TestDatabaseUrls {
  return { ...urls, name: TEMPLATES.all, superuserUrl: inTemplate(urls.superuserUrl, TEMPLATES.all), drop };
}
