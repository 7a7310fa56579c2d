import { randomUUID } from 'node:crypto';
import { AppsService } from '@libs/apps';
import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { asOwner } from '../../admin/support/admin';
import { aMember, clientOf, type Member, outboxSettled, signIn, type TokenPair } from '../support/journey';
import { expectMembersOnly, selfOf } from '../support/self';
import { sessionsOf } from '../support/sessions';
import { later } from '../../support/time-travel';

interface SessionItem {
  readonly id: string;
  readonly current: boolean;
  readonly last_active_at: string;
}

describe('The sessions of a member', () => {
  const api = suiteApi();
  let sessions: ReturnType<typeof sessionsOf>;
  let member: Member;

  beforeAll(() => {
    sessions = sessionsOf(api);
  });
  beforeEach(async () => {
    member = await aMember(api);
  });

  const listOf = async (pair: TokenPair) => {
    const { body } = await selfOf(api, pair).get('sessions').expect(200);
    return body.data.items as SessionItem[];
  };
  const idsOf = async (pair: TokenPair) => (await listOf(pair)).map(({ id }) => id);
  const announced = async (...ids: string[]) => {
    const rows = await queryAs<{ id: string; reason: string }>(
      api.urls.superuserUrl,
      `SELECT data ->> 'session_id' AS id, data ->> 'reason' AS reason FROM outbox_messages
        WHERE type = 'session.revoked' AND data ->> 'session_id' = ANY ($1)`,
      [ids],
    );
    return rows.map(({ id, reason }) => `${id} ${reason}`).sort();
  };

  describe('GET /api/v1/me/sessions', () => {
    it('shows each with its device and how it was opened, and which is the current one', async () => {
      const device = { platform: 'android', model: 'Pixel 9', os_version: '16', app_version: '1.4.0' };
      const { body: login } = await clientOf(api)
        .login({ ...member, device }, aDeviceKey(), { 'User-Agent': 'Example/1.4.0' })
        .expect(200);
      const pair = login.data as TokenPair;
      const { body, headers } = await selfOf(api, pair).get('sessions').expect(200);
      expect(body).toEqual({
        data: {
          items: [
            {
              id: pair.session_id,
              session_id: pair.session_id,
              app_id: api.appId,
              device: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), platform: 'android', model: 'Pixel 9' },
              ip: expect.stringMatching(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/),
              user_agent: 'Example/1.4.0',
              login_method: 'password',
              created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
              last_active_at: expect.stringMatching(/Z$/),
              expires_at: pair.refresh_token_expires_at,
              current: true,
            },
          ],
        },
      });
      expect(headers['cache-control']).toBe('no-store');
    });

    it('begins with the one that was active last, where a refresh is activity', async () => {
      const first = await signIn(api, member);
      await later(api, '1 minute');
      const second = await signIn(api, member);
      await later(api, '1 minute');
      const third = await signIn(api, member);
      expect(await idsOf(second)).toEqual([third.session_id, second.session_id, first.session_id]);
      await later(api, '1 minute');
      const refreshed = await sessions.refreshed(first.refresh_token);
      const items = await listOf(refreshed);
      expect(items.map(({ id, current }) => [id, current])).toEqual([
        [first.session_id, true],
        [third.session_id, false],
        [second.session_id, false],
      ]);
      expect(Date.parse(items[0]!.last_active_at) - Date.parse(items[1]!.last_active_at)).toBeGreaterThan(59_000);
    });

    it('leaves out those that ended, of other members, of other Apps and of the administrators’ surface', async () => {
      const [mine, loggedOut, expired] = [
        await signIn(api, member),
        await signIn(api, member),
        await signIn(api, member),
      ];
      await clientOf(api).logout(loggedOut.access_token).expect(200);
      await queryAs(api.urls.superuserUrl, `UPDATE sessions SET expires_at = now() WHERE id = $1`, [
        expired.session_id,
      ]);
      await signIn(api, await aMember(api));
      const other = await api
        .get(AppsService)
        .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
      const [{ id: userId } = { id: '' }] = await queryAs<{ id: string }>(
        api.urls.superuserUrl,
        'SELECT user_id AS id FROM login_identifiers WHERE value = $1',
        [member.email],
      );
      await queryAs(
        api.urls.superuserUrl,
        `INSERT INTO app_memberships (tenant_id, app_id, user_id, status) VALUES ($1, $2, $3, 'active')`,
        [api.tenantId, other.id, userId],
      );
      const elsewhere = await signIn(api, member, { appId: other.id });
      await queryAs(
        api.urls.superuserUrl,
        `INSERT INTO sessions (tenant_id, id, surface, user_id, login_method, expires_at, absolute_expires_at)
         VALUES ($1, $2, 'admin', $3, 'password', now() + interval '1 hour', now() + interval '1 hour')`,
        [api.tenantId, randomUUID(), userId],
      );
      expect(await idsOf(mine)).toEqual([mine.session_id]);
      expect(await idsOf(elsewhere)).toEqual([elsewhere.session_id]);
      // Nor can one App end what is another's.
      await selfOf(api, mine).delete(`sessions/${elsewhere.session_id}`).expect(404);
      await selfOf(api, mine).post('sessions/revoke-others').expect(200);
      expect(await idsOf(elsewhere)).toEqual([elsewhere.session_id]);
    });

    it('is for members only', () => expectMembersOnly(api, 'get', 'sessions'));
  });

  describe('DELETE /api/v1/me/sessions/{id}', () => {
    it('ends another session at once, emits an event, and records it once', async () => {
      const [mine, other] = [await signIn(api, member), await signIn(api, member)];
      const { body } = await selfOf(api, mine).delete(`sessions/${other.session_id}`).expect(200);
      expect(body).toEqual({ data: { success: true } });
      await sessions.expectDead(other);
      await sessions.expectInvalid(other.refresh_token);
      await sessions.expectAlive(mine);
      expect(await announced(other.session_id)).toEqual([`${other.session_id} revoked_by_user`]);
      const again = await selfOf(api, mine).delete(`sessions/${other.session_id}`).expect(404);
      expect(again.body.code).toBe('RESOURCE.NOT_FOUND');
      expect(await sessions.securityEventsOf(other)).toEqual([
        { type: 'session_revoked', details: { reason: 'revoked_by_user' } },
      ]);
      expect(await announced(other.session_id)).toHaveLength(1);
    });

    it('ends the current one as a logout does', async () => {
      const [mine, other] = [await signIn(api, member), await signIn(api, member)];
      await selfOf(api, mine).delete(`sessions/${mine.session_id.toUpperCase()}`).expect(200);
      await sessions.expectDead(mine);
      await sessions.expectInvalid(mine.refresh_token);
      await sessions.expectAlive(other);
    });

    it('finds only live sessions of the member: 404 for all others', async () => {
      const mine = await signIn(api, member);
      const [foreign, ended, expired] = [
        await signIn(api, await aMember(api)),
        await signIn(api, member),
        await signIn(api, member),
      ];
      await clientOf(api).logout(ended.access_token).expect(200);
      await queryAs(api.urls.superuserUrl, `UPDATE sessions SET expires_at = now() WHERE id = $1`, [
        expired.session_id,
      ]);
      const ids = [
        foreign.session_id,
        ended.session_id,
        expired.session_id,
        randomUUID(),
        'x',
        '%00',
        '..%2Fx',
        '1;--',
      ];
      const answers = [];
      for (const id of ids) {
        const { status, body } = await selfOf(api, mine).delete(`sessions/${id}`);
        const { instance: _instance, request_id: _requestId, ...told } = body as Record<string, unknown>;
        answers.push(JSON.stringify([status, told]));
      }
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toContain('[404,');
      await sessions.expectAlive(foreign);
      expect(await sessions.securityEventsOf(expired)).toEqual([]);
    });

    it('is for members only', () => expectMembersOnly(api, 'delete', `sessions/${randomUUID()}`));
  });

  describe('POST /api/v1/me/sessions/revoke-others', () => {
    it('ends all others of the App, emits an event for each, and records it once', async () => {
      const mine = await signIn(api, member);
      const others = [await signIn(api, member), await signIn(api, member), await signIn(api, member)];
      const { body } = await selfOf(api, mine).post('sessions/revoke-others').expect(200);
      expect(body).toEqual({ data: { success: true } });
      for (const other of others) {
        await sessions.expectDead(other);
        await sessions.expectInvalid(other.refresh_token);
      }
      await sessions.expectAlive(mine);
      await sessions.refreshed(mine.refresh_token);
      const ids = others.map(({ session_id }) => session_id);
      expect(await announced(mine.session_id, ...ids)).toEqual(ids.map((id) => `${id} revoked_by_user`).sort());
      await selfOf(api, mine).post('sessions/revoke-others').expect(200);
      expect(await sessions.securityEventsOf(mine)).toEqual([
        { type: 'sessions_revoked', details: { reason: 'revoked_by_user', count: 3 } },
      ]);
    });

    it('leaves sessions of other members alone', async () => {
      const foreign = await signIn(api, await aMember(api));
      await selfOf(api, await signIn(api, member))
        .post('sessions/revoke-others')
        .expect(200);
      await sessions.expectAlive(foreign);
    });

    it('is for members only', () => expectMembersOnly(api, 'post', 'sessions/revoke-others'));
  });

  it('are recorded as ended by a logout, too, and by an administrator without an address', async () => {
    const [mine, out] = [await signIn(api, member), await signIn(api, member)];
    await clientOf(api).logout(out.access_token).expect(200);
    expect(await sessions.securityEventsOf(out)).toEqual([{ type: 'session_revoked', details: { reason: 'logout' } }]);
    const { body } = await selfOf(api, mine).get('security-events').expect(200);
    expect(body.data.items[0]).toMatchObject({ type: 'session_revoked', session_id: out.session_id });
    const admin = await asOwner(api);
    const { body: users } = await admin.get(`users?q=${member.email}`).expect(200);
    await admin.post(`users/${users.data.items[0].id}/revoke-sessions`).expect(200);
    await sessions.expectDead(mine);
    const { body: history } = await selfOf(api, await signIn(api, member))
      .get('security-events')
      .expect(200);
    const event = (history.data.items as { type: string }[]).find(({ type }) => type === 'sessions_revoked');
    expect(event).toMatchObject({
      ip: null,
      user_agent: null,
      session_id: null,
      details: { reason: 'revoked_by_administrator', count: 1 },
    });
    await outboxSettled(api);
  });
});
