import { randomBytes } from 'node:crypto';
import { newId } from '@libs/kernel';
import { RefreshTokens } from './refresh-tokens';
import { eventually } from '../../../../../test/support/api';
import { queryAs } from '../../../../../test/support/database';
import { rounds } from '../../../../../test/support/rounds';
import { suiteDatabase } from '../../../../../test/support/suite';

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`;

describe('RefreshTokens', () => {
  const db = suiteDatabase();
  let tokens: RefreshTokens;
  let scope: { tenantId: string; appId: string };

  beforeAll(async () => {
    tokens = new RefreshTokens(db.database);
    [scope] = (await query(`SELECT tenant_id AS "tenantId", id AS "appId" FROM apps`)) as [typeof scope];
  });

  const query = (text: string, values: unknown[] = []) =>
    queryAs<Record<string, unknown>>(db.superuserUrl, text, values);

  /** A session whose last use was an hour ago, with its token. */
  const aSession = async () => {
    const { tenantId, appId } = scope;
    const [userId, sessionId, token] = [newId(), newId(), randomBytes(32)];
    await query(`INSERT INTO users (tenant_id, id, status) VALUES ($1, $2, 'active')`, [tenantId, userId]);
    await query(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at) VALUES ($1, $2, $3, 'active', now())`,
      [tenantId, appId, userId],
    );
    await query(
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, login_method, last_active_at, expires_at, absolute_expires_at)
       VALUES ($1, $2, 'mobile', $3, $4, 'password', now() - interval '1 hour', now() + interval '1 day', now() + interval '9 days')`,
      [tenantId, sessionId, userId, appId],
    );
    await query(
      `INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
      [tenantId, token, sessionId],
    );
    return { userId, sessionId, token };
  };
  const rotate = (tokenHash: Buffer, nextTokenHash = randomBytes(32)) =>
    tokens.rotate(scope, { tokenHash, nextTokenHash, deviceKey: null, idempotencyKeyHash: null });
  const stateOf = async (sessionId: string) => {
    const [row] = await query(
      `SELECT last_active_at > now() - interval '1 minute' AS used, expires_at = absolute_expires_at AS extended,
              (SELECT count(*)::integer FROM refresh_tokens t WHERE t.session_id = s.id AND t.consumed_at IS NULL) AS live,
              (SELECT count(*)::integer FROM refresh_tokens t WHERE t.session_id = s.id) AS issued
         FROM sessions s WHERE id = $1`,
      [sessionId],
    );
    return row;
  };
  /** Begins an exchange that has to wait for a transaction which has done `first` and ends with `end`. */
  const rotateAfter = async (token: Buffer, first: string, values: unknown[], end: 'commit' | 'rollback') => {
    const isLocked = Promise.withResolvers<void>();
    const waiting = isLocked.promise.then(() => rotate(token));
    const holder = db.database.run(scope.tenantId, async () => {
      await db.database.query(first, values);
      isLocked.resolve();
      await eventually(async () => (await query(WAITING, [db.name])).length > 0);
      if (end === 'rollback') throw new Error(end);
    });
    await holder.catch(() => undefined);
    return waiting;
  };

  it('exchange a token once, however many ask at once, and use the session once', async () => {
    for (let round = 0; round < rounds(50); round++) {
      const { userId, sessionId, token } = await aSession();
      const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(token)));
      expect(answers.filter((answer) => answer !== null)).toEqual([
        { sessionId, userId, refreshTokenExpiresAt: expect.any(Date), now: expect.any(Date) },
      ]);
      expect(await stateOf(sessionId)).toEqual({ used: true, extended: true, live: 1, issued: 2 });
    }
  });

  it('end no session later than its absolute end', async () => {
    const { sessionId, token } = await aSession();
    const late = await rotate(token);
    const [row] = await query('SELECT absolute_expires_at AS end FROM sessions WHERE id = $1', [sessionId]);
    expect(late?.refreshTokenExpiresAt).toEqual(row?.['end']);
  });

  const REVOKE = 'UPDATE sessions SET revoked_at = now() WHERE tenant_id = $1 AND id = $2';

  it('exchange none of a session that was ended while they waited', async () => {
    const { sessionId, token } = await aSession();
    expect(await rotateAfter(token, REVOKE, [scope.tenantId, sessionId], 'commit')).toBeNull();
    expect(await stateOf(sessionId)).toEqual({ used: false, extended: false, live: 1, issued: 1 });
  });

  it('exchange one whose session was nearly ended while they waited', async () => {
    const { sessionId, token } = await aSession();
    expect(await rotateAfter(token, REVOKE, [scope.tenantId, sessionId], 'rollback')).toMatchObject({ sessionId });
    expect(await stateOf(sessionId)).toEqual({ used: true, extended: true, live: 1, issued: 2 });
  });

  it('exchange none that was consumed while they waited for the session, and do not extend that', async () => {
    const { sessionId, token } = await aSession();
    const consume = `WITH locked AS (SELECT id FROM sessions WHERE tenant_id = $1 AND id = $2 FOR UPDATE)
      UPDATE refresh_tokens SET consumed_at = now() FROM locked WHERE tenant_id = $1 AND token_hash = $3`;
    expect(await rotateAfter(token, consume, [scope.tenantId, sessionId, token], 'commit')).toBeNull();
    expect(await stateOf(sessionId)).toEqual({ used: false, extended: false, live: 0, issued: 1 });
  });

  it.each([
    ['of a disabled user', `UPDATE users SET status = 'disabled' WHERE id = $1`],
    ['of a suspended member', `UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`],
    ['of a session that is over', `UPDATE sessions SET expires_at = now() WHERE user_id = $1`],
    ['of a session that has ended', `UPDATE sessions SET revoked_at = now() WHERE user_id = $1`],
    [
      'that has expired',
      `UPDATE refresh_tokens t SET expires_at = now() FROM sessions s WHERE s.id = t.session_id AND s.user_id = $1`,
    ],
  ])('exchange none %s', async (_which, change) => {
    const { userId, sessionId, token } = await aSession();
    await query(change, [userId]);
    expect(await rotate(token)).toBeNull();
    expect(await stateOf(sessionId)).toMatchObject({ used: false, live: 1, issued: 1 });
  });

  it('exchange none of another App, nor for an administrator', async () => {
    const { sessionId, token } = await aSession();
    const rotation = { tokenHash: token, nextTokenHash: randomBytes(32), deviceKey: null, idempotencyKeyHash: null };
    expect(await tokens.rotate({ ...scope, appId: newId() }, rotation)).toBeNull();
    expect(await tokens.rotate({ ...scope, appId: null }, rotation)).toBeNull();
    expect(await stateOf(sessionId)).toMatchObject({ used: false, live: 1, issued: 1 });
  });
});
