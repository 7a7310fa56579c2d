import { Sweeps } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { IamSweeper } from './iam-sweeper';
import { queryAs, silent } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';

describe('Rows about a member that are swept', () => {
  const db = suiteDatabase();
  let sweeps: Sweeps;
  let tenantId: string;
  let appId: string;
  let userId: string;

  beforeAll(async () => {
    sweeps = new Sweeps(silent);
    new IamSweeper(sweeps, db.database).onModuleInit();
    const [app] = await queryAs<{ id: string; tenant_id: string }>(db.superuserUrl, 'SELECT id, tenant_id FROM apps');
    [tenantId, appId] = [app!.tenant_id, app!.id];
  });
  beforeEach(async () => {
    userId = newId();
    await query(`INSERT INTO users (tenant_id, id, status) VALUES ($1, $2, 'active')`, [tenantId, userId]);
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[]) =>
    queryAs<Row>(db.superuserUrl, text, values);
  const aDevice = async (age: string) => {
    const id = newId();
    await query(
      `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, last_seen_at)
       VALUES ($1, $2, $3, $4, $2, now() - $5::interval)`,
      [tenantId, id, appId, userId, age],
    );
    return id;
  };
  /** Last active 30 days before its end. */
  const aSession = async (deviceId: string | null, endedAgo: string) => {
    const id = newId();
    await query(
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, device_id, login_method, last_active_at, expires_at,
                             absolute_expires_at)
       VALUES ($1, $2, 'mobile', $3, $4, $5, 'password', now() - $6::interval - interval '30 days', now() - $6::interval,
               now())`,
      [tenantId, id, userId, appId, deviceId, endedAgo],
    );
    await query(
      `INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
      [tenantId, Buffer.from(id), id],
    );
    return id;
  };
  const aLogin = async (result: string, age: string, at: string | null = appId) => {
    const id = newId();
    await query(
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, occurred_at)
       VALUES ($1, $2, $3, $4, '', $5, 'password', now() - $6::interval)`,
      [tenantId, id, at, userId, result, age],
    );
    return id;
  };
  const left = async (table: string) => {
    await sweeps.runAll();
    const rows = await query<{ id: string }>(`SELECT id FROM ${table} WHERE user_id = $1 ORDER BY id`, [userId]);
    return rows.map(({ id }) => id);
  };

  it('are sign-ins more than 180 days old, except the last success at each App', async () => {
    await aLogin('success', '400 days');
    const lastHere = await aLogin('success', '300 days');
    const lastElsewhere = await aLogin('success', '350 days', null);
    await aLogin('failure', '181 days');
    const recent = await aLogin('failure', '179 days');
    expect(await left('login_events')).toEqual([lastHere, lastElsewhere, recent].sort());
    const newer = await aLogin('success', '1 day');
    expect(await left('login_events')).toEqual([lastElsewhere, recent, newer].sort());
  });

  it('are attempts at accounts that do not exist, too', async () => {
    await query(
      `INSERT INTO login_events (tenant_id, id, app_id, identifier_key, result, method, reason, occurred_at)
       VALUES ($1, $2, $3, '', 'failure', 'password', 'unknown_account', now() - interval '181 days')`,
      [tenantId, newId(), appId],
    );
    await sweeps.runAll();
    expect(await query('SELECT FROM login_events WHERE user_id IS NULL', [])).toEqual([]);
  });

  it('are security events more than 180 days old', async () => {
    const ids = [newId(), newId()];
    for (const [index, age] of ['181 days', '179 days'].entries()) {
      await query(
        `INSERT INTO security_events (tenant_id, id, user_id, type, occurred_at)
         VALUES ($1, $2, $3, 'password_changed', now() - $4::interval)`,
        [tenantId, ids[index], userId, age],
      );
    }
    expect(await left('security_events')).toEqual([ids[1]]);
  });

  it('are sessions that ended more than 30 days ago, with their tokens; their device keeps the time it was last seen', async () => {
    const device = await aDevice('200 days');
    const older = await aSession(device, '90 days');
    const newer = await aSession(device, '31 days');
    const recent = await aSession(device, '29 days');
    expect(await left('sessions')).toEqual([recent]);
    const tokens = await query<{ session_id: string }>(
      'SELECT session_id FROM refresh_tokens WHERE session_id = ANY ($1)',
      [[older, newer, recent]],
    );
    expect(tokens).toEqual([{ session_id: recent }]);
    const [seen] = await query<{ days: number }>(
      `SELECT round(extract(epoch FROM now() - last_seen_at) / 86400)::int AS days FROM devices WHERE id = $1`,
      [device],
    );
    expect(seen?.days).toBe(61);
  });

  it('are devices that were not seen for a year, unless they have a session', async () => {
    await aDevice('366 days');
    const seen = await aDevice('364 days');
    const inUse = await aDevice('366 days');
    await aSession(inUse, '-1 days');
    expect(await left('devices')).toEqual([seen, inUse].sort());
  });
});
