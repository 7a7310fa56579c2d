import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { expectProblem, reasons } from '../../http/support/problem';
import { aMember, clientOf, outboxSettled, signIn } from '../../mobile/support/journey';
import { adminClient, anAdmin, asRoles, signInAdmin, type AdminClient } from '../support/admin';
import { aManagedApp, auditOf } from '../support/apps';
import { aTenant } from '../support/tenants';

interface SessionData {
  readonly id: string;
  readonly user: { readonly id: string; readonly display_name: string | null };
  readonly app_id: string | null;
  readonly surface: string;
  readonly current: boolean;
  readonly [field: string]: unknown;
}

describe('The sessions of a tenant', () => {
  let api: TestApi;
  let other: TestApi;
  let owner: AdminClient;
  let ownSession: string;

  beforeAll(async () => {
    api = await startTestApi();
    other = await startTestApi({ RUN_WORKER: 'false' }, api.urls);
    const tokens = await signInAdmin(api);
    owner = adminClient(api, tokens.access_token);
    ownSession = tokens.session_id;
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });

  const rows = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const aSession = async (appId = api.appId) => {
    const member = await aMember(api, { display_name: 'Lin' }, appId);
    const tokens = await signIn(api, member, { appId });
    const [session] = await rows<{ user_id: string }>('SELECT user_id FROM sessions WHERE id = $1', [
      tokens.session_id,
    ]);
    return { ...tokens, member, userId: session!.user_id, appId };
  };
  type Session = Awaited<ReturnType<typeof aSession>>;
  const list = async (query = '', by = owner) => {
    const { body } = await by.get(`sessions?page_size=100&${query}`).expect(200);
    return body.data as { items: SessionData[]; total: number };
  };
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
  const isRefused = async ({ access_token, appId }: Session, by = api) =>
    (await clientOf(by, appId).context(access_token)).status === 401;
  const eventsOf = (sessionId: string) =>
    rows(`SELECT data FROM outbox_messages WHERE type = 'session.revoked' AND data ->> 'session_id' = $1`, [sessionId]);
  /** What was told of sessions of the user that were ended together. */
  const announced = (userId: string) =>
    rows(
      `SELECT app_id, data FROM outbox_messages
        WHERE type = 'session.revoked' AND data ->> 'user_id' = $1 AND data ->> 'session_id' IS NULL ORDER BY created_at, id`,
      [userId],
    );
  const told = (facts: object) => ({ session_id: null, reason: 'revoked_by_administrator', ...facts });

  describe('in the list', () => {
    it('are the live ones, the most recently active first, and the current one is marked', async () => {
      const [first, second] = [await aSession(), await aSession()];
      await rows(`UPDATE sessions SET last_active_at = now() + interval '1 minute' WHERE id = $1`, [first.session_id]);
      const { items, total } = await list();
      expect(items[0]).toEqual({
        id: first.session_id,
        user: { id: first.userId, display_name: 'Lin' },
        app_id: api.appId,
        surface: 'mobile',
        device: { platform: null, model: null },
        ip: '127.0.0.1',
        user_agent: null,
        created_at: expect.any(String) as string,
        last_active_at: expect.any(String) as string,
        current: false,
      });
      expect(total).toBe(items.length);
      expect(items.map(({ id }) => id)).toContain(second.session_id);
      expect(items.filter(({ current }) => current).map(({ id, surface, app_id }) => [id, surface, app_id])).toEqual([
        [ownSession, 'admin', null],
      ]);
      await clientOf(api).logout(second.access_token).expect(200);
      await rows('UPDATE sessions SET expires_at = now() WHERE id = $1', [first.session_id]);
      const left = await idsOf('');
      for (const { session_id } of [first, second]) expect(left).not.toContain(session_id);
    });

    it('are found by user, App, surface and text, by an address for those alone who may see it', async () => {
      const { id: appId } = await aManagedApp(owner);
      const session = await aSession(appId);
      for (const query of [`user_id=${session.userId}`, `app_id=${appId}`, `q=${session.member.email.toUpperCase()}`]) {
        expect(await idsOf(query)).toEqual([session.session_id]);
      }
      expect(await idsOf(`user_id=${session.userId}&app_id=${api.appId}`)).toEqual([]);
      expect(await idsOf(`user_id=${session.userId}&surface=admin`)).toEqual([]);
      const { items } = await list('surface=admin');
      expect(new Set(items.map(({ surface }) => surface))).toEqual(new Set(['admin']));
      expect(reasons((await owner.get('sessions?surface=desk')).body)).toEqual(['surface not_allowed']);
      await owner.post('roles', { code: 'watcher', name: 'Watcher', permissions: ['sessions.read'] }).expect(201);
      const watcher = await asRoles(api, 'watcher');
      const ofApp = await watcher.get(`sessions?app_id=${appId}&q=${session.member.email}`).expect(200);
      expect(ofApp.body.data.total).toBe(0);
    });

    it('have pages that neither repeat nor skip, and none beyond the end', async () => {
      const all = await idsOf('');
      const paged = [];
      for (let page = 1; page <= all.length; page++) {
        const { body } = await owner.get(`sessions?page_size=1&page=${page}`).expect(200);
        paged.push(...(body.data.items as SessionData[]).map(({ id }) => id));
      }
      expect(paged).toEqual(all);
      const { body } = await owner.get('sessions?page=1000000&page_size=100').expect(200);
      expect(body.data.items).toEqual([]);
    });

    it('are those of the tenant alone', async () => {
      const { client } = (await aTenant(api)).owner;
      const { items } = await list('', client);
      expect(items.map(({ current }) => current)).toEqual([true]);
      const session = await aSession();
      expectProblem(await client.delete(`sessions/${session.session_id}`), 404, 'RESOURCE.NOT_FOUND');
      expect(reasons((await client.post('sessions/revoke', { user_id: session.userId })).body)).toEqual([
        'user_id unknown_user',
      ]);
      expect(reasons((await client.post('sessions/revoke', { app_id: api.appId })).body)).toEqual([
        'app_id unknown_app',
      ]);
      expect(await isRefused(session)).toBe(false);
    });
  });

  describe('one by one', () => {
    it('end at once, are announced and recorded, and told to their owner without the administrator’s address', async () => {
      const session = await aSession();
      expect(await isRefused(session, other)).toBe(false);
      const { body } = await owner.delete(`sessions/${session.session_id}`).expect(200);
      expect(body.data).toEqual({ deleted: true, id: session.session_id });
      expect(await isRefused(session)).toBe(true);
      await eventually(() => isRefused(session, other));
      expect(await eventsOf(session.session_id)).toEqual([
        {
          data: {
            ...{ session_id: session.session_id, user_id: session.userId },
            ...{ count: 1, reason: 'revoked_by_administrator' },
          },
        },
      ]);
      expect(await auditOf(api, session.session_id)).toMatchObject([
        { action: 'sessions.revoke', resource_type: 'session', app_id: api.appId },
      ]);
      const [event] = await rows('SELECT type, ip, user_agent, details FROM security_events WHERE session_id = $1', [
        session.session_id,
      ]);
      const details = { reason: 'revoked_by_administrator' };
      expect(event).toEqual({ type: 'session_revoked', ip: null, user_agent: null, details });
      expectProblem(await owner.delete(`sessions/${session.session_id}`), 404, 'RESOURCE.NOT_FOUND');
    });

    it('of owners are not ended by those who could not make one', async () => {
      const { userId, email, password } = await anAdmin(api, ['owner']);
      const { session_id } = await signInAdmin(api, { email, password });
      const admin = await asRoles(api, 'admin');
      expectProblem(await admin.delete(`sessions/${session_id}`), 403, 'IAM.PERMISSION.DENIED', [
        'required_permission',
      ]);
      const refused = await admin.post('sessions/revoke', { user_id: userId });
      expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(await idsOf(`user_id=${userId}`)).toContain(session_id);
      await owner.delete(`sessions/${session_id}`).expect(200);
    });

    it('may be the own one', async () => {
      const { email, password } = await anAdmin(api, ['admin']);
      const { access_token, session_id } = await signInAdmin(api, { email, password });
      const client = adminClient(api, access_token);
      await client.delete(`sessions/${session_id}`).expect(200);
      expectProblem(await client.get('sessions'), 401, 'IAM.TOKEN.INVALID');
    });
  });

  describe('of a user', () => {
    it('end together, or those at an App', async () => {
      const { id: appId } = await aManagedApp(owner);
      const session = await aSession();
      const again = await signIn(api, session.member);
      const nothing = await owner.post('sessions/revoke', { user_id: session.userId, app_id: appId }).expect(200);
      expect(nothing.body.data).toEqual({ revoked: 0 });
      const { body } = await owner.post('sessions/revoke', { user_id: session.userId }).expect(200);
      expect(body.data).toEqual({ revoked: 2 });
      for (const one of [session, { ...session, ...again }]) {
        expect(await isRefused(one)).toBe(true);
        expect(await eventsOf(one.session_id)).toEqual([]);
      }
      await signIn(api, session.member);
      const ofApp = { user_id: session.userId, app_id: api.appId };
      expect((await owner.post('sessions/revoke', ofApp).expect(200)).body.data).toEqual({ revoked: 1 });
      expect(
        await rows(
          `SELECT app_id, session_id, details FROM security_events
            WHERE user_id = $1 AND type LIKE 'session%_revoked' ORDER BY occurred_at, id`,
          [session.userId],
        ),
      ).toEqual([
        { app_id: null, session_id: null, details: { reason: 'revoked_by_administrator', count: 2 } },
        { app_id: api.appId, session_id: null, details: { reason: 'revoked_by_administrator', count: 1 } },
      ]);
      expect(await announced(session.userId)).toEqual([
        { app_id: null, data: told({ user_id: session.userId, count: 2 }) },
        { app_id: api.appId, data: told({ user_id: session.userId, count: 1 }) },
      ]);
    });

    it('end but for the one that asks', async () => {
      const { userId, email, password } = await anAdmin(api, ['admin']);
      const [first, second] = [
        await signInAdmin(api, { email, password }),
        await signInAdmin(api, { email, password }),
      ];
      const { body } = await adminClient(api, first.access_token)
        .post('sessions/revoke', { user_id: userId })
        .expect(200);
      // With the one that `anAdmin` has.
      expect(body.data).toEqual({ revoked: 2 });
      await adminClient(api, first.access_token).get('sessions').expect(200);
      expectProblem(await adminClient(api, second.access_token).get('sessions'), 401, 'IAM.TOKEN.INVALID');
    });

    it('are named, or their App is', async () => {
      expect(reasons((await owner.post('sessions/revoke', {})).body)).toEqual(['user_id required']);
      expect(reasons((await owner.post('sessions/revoke', { user_id: api.appId })).body)).toEqual([
        'user_id unknown_user',
      ]);
      expect(reasons((await owner.post('sessions/revoke', { app_id: ownSession })).body)).toEqual([
        'app_id unknown_app',
      ]);
    });
  });

  describe('at an App', () => {
    it('end all at once, on every process, by one row; their own rows follow, and who signs in again is let in', async () => {
      const { id: appId } = await aManagedApp(owner);
      const sessions = [await aSession(appId), await aSession(appId)];
      const elsewhere = await aSession();
      for (const session of sessions) expect(await isRefused(session, other)).toBe(false);
      const { body } = await owner.post('sessions/revoke', { app_id: appId }).expect(200);
      expect(body.data).toEqual({ revoked: 2 });
      // Before any row of theirs tells it.
      expect((await owner.post('sessions/revoke', { app_id: appId }).expect(200)).body.data).toEqual({ revoked: 0 });
      for (const session of sessions) {
        expect(await isRefused(session)).toBe(true);
        await eventually(() => isRefused(session, other));
        const refreshed = await clientOf(api, appId).refresh(session.refresh_token);
        expectProblem(refreshed, 401, 'IAM.TOKEN.INVALID');
      }
      expect(await idsOf(`app_id=${appId}`)).toEqual([]);
      expect(await isRefused(elsewhere)).toBe(false);
      const again = { ...sessions[0]!, ...(await signIn(api, sessions[0]!.member, { appId })) };
      expect(await isRefused(again)).toBe(false);
      await outboxSettled(api);
      const ended = await rows('SELECT id, revoke_reason FROM sessions WHERE app_id = $1 AND revoked_at IS NOT NULL', [
        appId,
      ]);
      expect(ended).toHaveLength(2);
      expect(new Set(ended.map(({ revoke_reason }) => revoke_reason))).toEqual(new Set(['revoked_by_administrator']));
      expect(await isRefused(again)).toBe(false);
      const [record] = await rows(
        `SELECT resource_type, resource_id, changes FROM audit_logs
          WHERE app_id = $1 AND action = 'sessions.revoke' ORDER BY seq LIMIT 1`,
        [appId],
      );
      expect(record).toMatchObject({ resource_type: 'session', resource_id: null });
      expect(record?.['changes']).toContainEqual({ path: 'revoked', before: null, after: 2 });
      expect(
        await rows(`SELECT app_id, data FROM outbox_messages WHERE type = 'session.revoked' AND app_id = $1`, [appId]),
      ).toEqual([{ app_id: appId, data: told({ user_id: null, count: 2 }) }]);
      const events = await owner.get(`security/events?app_id=${appId}&type=sessions_revoked`).expect(200);
      expect(events.body.data).toMatchObject({
        items: [{ user: null, app_id: appId, details: { reason: 'revoked_by_administrator', count: 2 } }],
        total: 1,
      });
      const own = await api.http
        .get('/api/v1/me/security-events')
        .set({ 'X-AppID': appId, Authorization: `Bearer ${again.access_token}` })
        .expect(200);
      expect(own.text).not.toContain('sessions_revoked');
    });

    it('are marked in batches, however many they are', async () => {
      const { id: appId } = await aManagedApp(owner);
      const { userId } = await aSession(appId);
      await rows(
        `INSERT INTO sessions (tenant_id, user_id, app_id, id, surface, login_method, created_at, last_active_at,
                               expires_at, absolute_expires_at)
         SELECT $1, $2, $3, gen_random_uuid(), 'mobile', 'password', now() - interval '1 hour',
                now() - n % 100 * interval '1 second', now() + interval '1 day', now() + interval '1 day'
           FROM generate_series(1, 12000) AS n`,
        [api.tenantId, userId, appId],
      );
      // The worker may have marked sessions before, by a plan for a table of a few, and would keep it. Elsewhere autovacuum
      // counts the rows.
      await rows('ANALYZE sessions');
      expect((await list(`app_id=${appId}`)).total).toBe(10_000);
      await owner.post('sessions/revoke', { app_id: appId }).expect(200);
      await outboxSettled(api);
      expect(await rows('SELECT FROM sessions WHERE app_id = $1 AND revoked_at IS NULL', [appId])).toEqual([]);
      expect(
        await rows(`SELECT FROM outbox_messages WHERE type = 'sessions.cut_off' AND app_id = $1`, [appId]),
      ).toHaveLength(2);
    });
  });
});
