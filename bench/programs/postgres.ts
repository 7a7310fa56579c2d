import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../libs/foundation/src/embedded-postgres/embedded-postgres';
import type { StoredKeys } from '../data/keys';
import { nameOf, parentOf } from '../measure/processes';

const OWNER = 'bench_owner';
const API = 'bench_api';

/** As a small production server has them. Autovacuum is switched off table by table, where data is seeded. */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '2GB', checkpoint_timeout: '30min' };

/** The server that the databases are on. */
export interface PostgresServer {
  urlOf(role: 'owner' | 'api' | 'superuser', database: string): string;
  /** The process whose children work; null for one that is on another machine. */
  readonly pid: number | null;
  readonly version: string;
  stop(): Promise<void>;
}

/** @param url of a superuser, to use a server that is there; else one is started in the directory. */
export async function startPostgres(
  directory: string,
  url: string | undefined,
  { secret }: StoredKeys,
): Promise<PostgresServer> {
  // The same for all who work with this directory, so that none locks another one out.
  const password = createHash('sha256').update(`roles ${secret}`).digest('base64url');
  if (url) return describe(url, password, () => Promise.resolve());
  const embedded = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), settings: SETTINGS });
  return describe(embedded.superuserUrl, password, () => embedded.stop());
}

async function describe(superuserUrl: string, password: string, stop: () => Promise<void>): Promise<PostgresServer> {
  try {
    const [row] = await inDatabase(superuserUrl, async (client) => {
      await client.query(roles(password));
      const { rows } = await client.query<{ pid: number; version: string }>(
        `SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version`,
      );
      return rows.map(({ pid, version }) => ({ version, postmaster: postmasterOf(pid) }));
    });
    return {
      urlOf: (role, database) => {
        const url = new URL(superuserUrl);
        url.pathname = `/${database}`;
        if (role !== 'superuser') [url.username, url.password] = [role === 'owner' ? OWNER : API, password];
        return url.href;
      },
      pid: row?.postmaster ?? null,
      version: row?.version ?? '',
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Several statements in one message are one transaction. */
function roles(password: string): string {
  const ensure = (name: string) => `IF to_regrole('${name}') IS NULL THEN CREATE ROLE ${name}; END IF;`;
  return `
    DO $$ BEGIN ${['appkernel_app', OWNER, API].map(ensure).join(' ')} END $$;
    ALTER ROLE ${OWNER} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}';
    ALTER ROLE ${API} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}';
    GRANT appkernel_app TO ${API};`;
}

/** The backend's parent, where the backend is a process of this machine. */
function postmasterOf(backend: number): number | null {
  return nameOf(backend)?.startsWith('postgres') ? parentOf(backend) : null;
}

export async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
