import { createHmac, createHash } from 'node:crypto';
import type pg from 'pg';
import { ADMINISTRATORS, idOf } from './seed';

export interface KnownMember {
  readonly userId: string;
  readonly sessionId: string;
  readonly deviceKey: string;
  readonly email: string;
  /** An address of its own, as most people have. */
  readonly address: string;
}

export interface KnownAdministrator {
  readonly userId: string;
  readonly sessionId: string;
}

/** What requests are made of. */
export interface Population {
  readonly tenantId: string;
  readonly appId: string;
  readonly members: readonly KnownMember[];
  readonly administrators: readonly KnownAdministrator[];
}

/** @param active so many of the members, spread over all there are. */
export async function loadPopulation(client: pg.Client, members: number, active: number): Promise<Population> {
  const known = Math.min(active, members);
  const place = `1 + i::bigint * ${members} / ${known}`;
  const { rows: apps } = await client.query<{ tenantId: string; appId: string }>(
    'SELECT tenant_id AS "tenantId", id AS "appId" FROM apps WHERE is_default',
  );
  const { rows: people } = await client.query<KnownMember>(
    `SELECT ${idOf('user', place)} AS "userId", ${idOf('session', place)} AS "sessionId",
            ${idOf('deviceKey', place)} AS "deviceKey", 'member-' || (${place}) || '@example.com' AS email,
            '10.' || i / 65536 || '.' || i / 256 % 256 || '.' || i % 256 AS address
       FROM generate_series(0, ${known} - 1) i`,
  );
  const { rows: administrators } = await client.query<KnownAdministrator>(
    `SELECT ${idOf('admin', 'n')} AS "userId", ${idOf('adminSession', 'n')} AS "sessionId"
       FROM generate_series(1, ${ADMINISTRATORS}) n`,
  );
  const [app] = apps;
  if (!app) throw new Error('There is no default App');
  return { ...app, members: people, administrators };
}

/** Gives each member's session a refresh token that is known here. @param purpose tells those of one run apart. */
export async function issueRefreshTokens(
  client: pg.Client,
  { tenantId, members }: Population,
  purpose: string,
): Promise<string[]> {
  const tokens = members.map(({ sessionId }) => {
    return `akr_${createHmac('sha256', purpose).update(sessionId).digest('base64url')}`;
  });
  await client.query(
    `INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
     SELECT $1, token_hash, session_id, now() + interval '30 days'
       FROM unnest($2::bytea[], $3::uuid[]) AS t (token_hash, session_id)`,
    [
      tenantId,
      tokens.map((token) => createHash('sha256').update(token).digest()),
      members.map(({ sessionId }) => sessionId),
    ],
  );
  return tokens;
}
