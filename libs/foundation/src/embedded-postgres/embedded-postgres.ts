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
import { claim, DirectoryOwnedError, release } from './owner-claim';
import {
  findRunning,
  findServer,
  type Postmaster,
  readLog,
  startPostmaster,
  stopPostmaster,
  stopPostmasterAtExit,
} from './postmaster';
import { findServerAccount } from './server-account';
import { type ServerSettings, writeSettings } from './server-settings';
import { type Supervision, Supervisor } from './supervisor';

export interface EmbeddedPostgres {
  /** The role that owns the database; no superuser, and bound by row-level security. */
  readonly ownerUrl: string;
  /** A member of the application role; owns nothing. */
  readonly applicationUrl: string;
  /** The database `postgres`, for tests that create databases. */
  readonly superuserUrl: string;
  /** Resolves when the server has exited. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Created if absent. Nothing is written outside of it. */
  readonly directory: string;
  /** Additional server settings, for tests. A server that is taken over keeps its settings. */
  readonly settings?: ServerSettings;
  /** Aborts a start, which then leaves nothing running. */
  readonly stopping?: AbortSignal;
  /** Works on the server of a process that owns the directory, rather than being refused. That process ends it. */
  readonly joins?: boolean;
  /** Restarts the server when it ends unexpectedly. Without it, the server is not restarted. */
  readonly supervision?: Supervision;
}

/**
 * A PostgreSQL server of our own, for machines that have none. It survives a killed process; the next start in the same
 * directory then takes it over.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { stopping } = options;
  const binaries = await findBinaries();
  const layout = await prepareDirectory(options.directory);
  try {
    await claim(layout);
  } catch (error) {
    const joined = options.joins && error instanceof DirectoryOwnedError ? await joinServer(layout, stopping) : null;
    if (joined) return joined;
    throw error;
  }
  let postmaster: Postmaster | null = null;
  try {
    const credentials = await loadCredentials(layout);
    postmaster = (await findRunning(layout, stopping)) ?? (await startServer(layout, binaries, credentials, options));
    const urls = urlsOf(credentials, postmaster);
    await ensureDatabase(urls.superuserUrl, credentials);
    stopping?.throwIfAborted();
    return { ...urls, stop: keep(layout, binaries, postmaster, options) };
  } catch (error) {
    // An aborted start also stops a server that an earlier start left running.
    const server = postmaster?.process ?? (stopping?.aborted ? await findServer(layout) : null);
    if (server) await stopPostmaster(layout, binaries, server);
    await release(layout);
    throw error;
  }
}

/** The server of the process that owns the directory; null while there is none, such as before its first start is over. */
async function joinServer(layout: Layout, stopping: AbortSignal | undefined): Promise<EmbeddedPostgres | null> {
  const credentials = await readCredentials(layout);
  const postmaster = credentials && (await findRunning(layout, stopping));
  if (!postmaster) return null;
  const urls = urlsOf(credentials, postmaster);
  await ensureDatabase(urls.superuserUrl, credentials);
  return { ...urls, stop: () => Promise.resolve() };
}

function urlsOf({ superuser, owner, application }: Credentials, { port }: Postmaster) {
  return {
    ownerUrl: urlOf(OWNER_ROLE, owner, port, DATABASE),
    applicationUrl: urlOf(LOGIN_ROLE, application, port, DATABASE),
    superuserUrl: urlOf(SUPERUSER, superuser, port, 'postgres'),
  };
}

async function prepareDirectory(directory: string): Promise<Layout> {
  await createDirectory(directory);
  // The server identifies itself by this path, and a later start may reach the directory by another one.
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
  { settings = {}, stopping }: Pick<EmbeddedPostgresOptions, 'settings' | 'stopping'>,
): Promise<Postmaster> {
  await removeDrafts(layout);
  await writeSettings(layout, settings);
  const account = await findServerAccount(binaries.postgres, layout);
  const durable = settings['fsync'] !== 'off';
  if (await isInitialised(layout)) await handOver(layout, account);
  else await initialise(layout, binaries, account, credentials, { durable, stopping });
  return startPostmaster(layout, binaries, account, { stopping });
}

/** Restarts the server on its port. A missing data directory is not created anew while clients work on it. */
async function restartServer(
  layout: Layout,
  binaries: Binaries,
  port: number,
  stopping: AbortSignal,
): Promise<Postmaster> {
  if (!(await isInitialised(layout))) throw new Error(`${layout.data} is gone`);
  const account = await findServerAccount(binaries.postgres, layout);
  return startPostmaster(layout, binaries, account, { port, stopping });
}

/** Keeps the server running for as long as this process needs it. @returns a function that stops it once. */
function keep(
  layout: Layout,
  binaries: Binaries,
  postmaster: Postmaster,
  { supervision }: EmbeddedPostgresOptions,
): () => Promise<void> {
  const supervisor =
    supervision &&
    new Supervisor(
      postmaster,
      (stopping) => restartServer(layout, binaries, postmaster.port, stopping),
      () => readLog(layout),
      supervision,
    );
  supervisor?.start();
  const present = (): Postmaster => supervisor?.current ?? postmaster;
  const atExit = (): void => stopPostmasterAtExit(present());
  process.once('exit', atExit);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await supervisor?.stop();
    await stopPostmaster(layout, binaries, present().process);
    process.off('exit', atExit);
    await release(layout);
  };
  return () => (stopped ??= stop());
}
