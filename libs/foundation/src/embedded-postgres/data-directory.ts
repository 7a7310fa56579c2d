import { constants } from 'node:fs';
import { access, chown, lchown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries';
import { type Credentials, SUPERUSER } from './credentials';
import { DRAFT_PREFIX, type Layout } from './layout';
import { executeAs, isRoot, type ServerAccount } from './server-account';

/**
 * Character classes come from the system's locale, and pg_trgm recognises no Chinese in the C locale. Order and case
 * come from PostgreSQL itself, so they are the same everywhere. The last locale exists on every system.
 */
const CHARACTER_TYPES: readonly string[] = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C'];

export async function isInitialised(layout: Layout): Promise<boolean> {
  return stat(join(layout.data, 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/**
 * initdb works in a draft that becomes `data` once it is complete, so an interrupted start leaves nothing half done.
 */
export async function initialise(
  layout: Layout,
  binaries: Binaries,
  account: ServerAccount,
  credentials: Credentials,
  options: { durable: boolean; stopping: AbortSignal | undefined },
): Promise<void> {
  const draft = await mkdtemp(join(layout.directory, DRAFT_PREFIX));
  try {
    const passwordFile = join(draft, 'password');
    await writeFile(passwordFile, credentials.superuser, { mode: 0o600 });
    if (account.files) {
      await chown(passwordFile, account.files.uid, account.files.gid);
      await chown(draft, account.files.uid, account.files.gid);
    }
    await runInitdb(join(draft, 'data'), passwordFile, binaries, account, options);
    await rename(join(draft, 'data'), layout.data);
  } finally {
    // A child of a stopped initdb may still be writing there for a moment.
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Best effort: an initdb whose parent was killed may still be writing there for a moment. */
export async function removeDrafts(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.directory)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    await rm(join(layout.directory, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

/** A start as root may choose another account for the server than the last start did. */
export async function handOver(layout: Layout, account: ServerAccount): Promise<void> {
  if (!account.files || (await stat(layout.data)).uid === account.files.uid) return;
  const { uid, gid } = account.files;
  const entries = await readdir(layout.data, { recursive: true });
  for (const entry of entries) await lchown(join(layout.data, entry), uid, gid);
  // Last, so that the next start notices an interruption.
  await lchown(layout.data, uid, gid);
}

/** Accessible to us only; as root, we let the server's account pass through, and each file guards itself. */
export async function createDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw new Error(`${directory} belongs to another user: start as that user, or choose another DATA_DIR`, { cause });
  });
}

async function runInitdb(
  data: string,
  passwordFile: string,
  binaries: Binaries,
  account: ServerAccount,
  { durable, stopping }: { durable: boolean; stopping: AbortSignal | undefined },
): Promise<void> {
  for (const characterType of CHARACTER_TYPES) {
    try {
      await executeAs(
        account,
        binaries.initdb,
        [
          `--pgdata=${data}`,
          `--username=${SUPERUSER}`,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          '--locale=C',
          `--lc-ctype=${characterType}`,
          '--no-instructions',
          ...(durable ? [] : ['--no-sync']),
        ],
        join(data, '..'),
        stopping,
      );
      return;
    } catch (error) {
      stopping?.throwIfAborted();
      const { stderr = '' } = error as { stderr?: string };
      if (stderr.includes('invalid locale name')) continue;
      throw new Error(`PostgreSQL's initdb failed: ${stderr.trim() || String(error)}`, { cause: error });
    }
  }
}
