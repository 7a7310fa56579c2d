import type pg from 'pg';
import { APPLICATION_ROLE } from '../database/data-source';
import { withClient } from '../database/with-client';
import { type Credentials, DATABASE, LOGIN_ROLE, OWNER_ROLE } from './credentials';

/** Copying an empty database takes a while on a slow disk. */
const SETUP_LIMIT_MS = 60_000;

/**
 * Makes roles and database at the first start. Each step can be repeated, and the last one opens the database: until
 * then, every start begins from the top.
 */
export async function ensureDatabase(superuserUrl: string, credentials: Credentials): Promise<void> {
  await withClient(
    superuserUrl,
    async (client) => {
      if ((await stateOfDatabase(client)) === 'open') return;
      // A server taken over from a killed process may still be executing that process's last statement.
      await client.query('SELECT pg_advisory_lock(1)');
      await createDatabase(client, credentials);
    },
    { queryTimeoutMs: SETUP_LIMIT_MS },
  );
}

async function stateOfDatabase(client: pg.Client): Promise<'absent' | 'closed' | 'open'> {
  const { rows } = await client.query<{ datallowconn: boolean }>(
    'SELECT datallowconn FROM pg_database WHERE datname = $1',
    [DATABASE],
  );
  if (!rows[0]) return 'absent';
  return rows[0].datallowconn ? 'open' : 'closed';
}

async function createDatabase(client: pg.Client, credentials: Credentials): Promise<void> {
  await client.query(roles(credentials));
  if ((await stateOfDatabase(client)) === 'absent') {
    await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER_ROLE} ALLOW_CONNECTIONS false`);
  }
  await client.query(`REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO ${APPLICATION_ROLE}`);
  await client.query(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`);
}

/** Several statements in one message are one transaction. */
function roles(credentials: Credentials): string {
  return `
    DO $$ BEGIN
      IF to_regrole('${APPLICATION_ROLE}') IS NULL THEN CREATE ROLE ${APPLICATION_ROLE}; END IF;
      IF to_regrole('${OWNER_ROLE}') IS NULL THEN CREATE ROLE ${OWNER_ROLE}; END IF;
      IF to_regrole('${LOGIN_ROLE}') IS NULL THEN CREATE ROLE ${LOGIN_ROLE} IN ROLE ${APPLICATION_ROLE}; END IF;
    END $$;
    ALTER ROLE ${APPLICATION_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS;
    ALTER ROLE ${OWNER_ROLE} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${credentials.owner}';
    ALTER ROLE ${LOGIN_ROLE} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${credentials.application}';
  `;
}
