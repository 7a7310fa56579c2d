import { realpath } from 'node:fs/promises';
import { type Binaries, findBinaries } from './binaries';
import {
  type Credentials,
  createCredentials,
  DATABASE,
  LOGIN_ROLE,
  OWNER_ROLE,
  readCredentials,
  SUPERUSER,
  urlOf,
} from './credentials';
import { createDirectory, handOver, initialise, isInitialised, removeDrafts } from './data-directory';
import { ensureDatabase } from './database-setup';
import { type Layout, layoutOf } from './layout';
import { claim, release } from './owner-claim';
import { findRunning, type Postmaster, startPostmaster, stopPostmaster } from './postmaster';
import { findServerAccount } from './server-account';
import { type ServerSettings, writeSettings } from './server-settings';

export interface EmbeddedPostgres {
  /** The owner of the database: makes tables, but is no superuser and bound by row-level security. */
  readonly ownerUrl: string;
  /** Member of the application role; owns nothing. */
  readonly applicationUrl: string;
  /** To the database `postgres`; for tests that make databases of their own. */
  readonly superuserUrl: string;
  /** Resolves when the server has exited. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Made when absent. Everything lies in it, and nothing outside of it is written. */
  readonly directory: string;
  /** Settings of the server beside our own, for tests. A server that was left running keeps those it has. */
  readonly settings?: ServerSettings;
}

/**
 * A PostgreSQL server of our own, for machines that have none. It survives the death of its starter; the next start
 * in the same directory then takes it over.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const layout = await prepareDirectory(options.directory);
  await claim(layout);
  let postmaster: Postmaster | null = null;
  try {
    const credentials = await loadCredentials(layout);
    postmaster =
      (await findRunning(layout)) ?? (await startServer(layout, binaries, credentials, options.settings ?? {}));
    const superuserUrl = urlOf(SUPERUSER, credentials.superuser, postmaster.port, 'postgres');
    await ensureDatabase(superuserUrl, credentials);
    return {
      ownerUrl: urlOf(OWNER_ROLE, credentials.owner, postmaster.port, DATABASE),
      applicationUrl: urlOf(LOGIN_ROLE, credentials.application, postmaster.port, DATABASE),
      superuserUrl,
      stop: stopOnce(layout, binaries, postmaster),
    };
  } catch (error) {
    if (postmaster) await stopPostmaster(layout, binaries, postmaster.process);
    await release(layout);
    throw error;
  }
}

async function prepareDirectory(directory: string): Promise<Layout> {
  await createDirectory(directory);
  // The server names itself by this path, and a later start may come by another one.
  return layoutOf(await realpath(directory));
}

async function loadCredentials(layout: Layout): Promise<Credentials> {
  const stored = await readCredentials(layout);
  if (stored) return stored;
  if (await isInitialised(layout)) {
    throw new Error(`${layout.credentials} is missing: without its passwords the database beside it cannot be opened`);
  }
  return createCredentials(layout);
}

async function startServer(
  layout: Layout,
  binaries: Binaries,
  credentials: Credentials,
  settings: ServerSettings,
): Promise<Postmaster> {
  await removeDrafts(layout);
  await writeSettings(layout, settings);
  const account = await findServerAccount(binaries.postgres, layout);
  if (await isInitialised(layout)) await handOver(layout, account);
  else await initialise(layout, binaries, account, credentials, { durable: settings['fsync'] !== 'off' });
  return startPostmaster(layout, binaries, account);
}

function stopOnce(layout: Layout, binaries: Binaries, postmaster: Postmaster): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await stopPostmaster(layout, binaries, postmaster.process);
    await release(layout);
  };
  return () => (stopped ??= stop());
}
