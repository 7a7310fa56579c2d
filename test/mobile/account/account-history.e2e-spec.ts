import { randomUUID } from 'node:crypto';
import { AppsService } from '@libs/apps';
import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, clientOf, type Member, signIn, type TokenPair } from '../support/journey';
import { expectMembersOnly, selfOf } from '../support/self';

interface Item {
  readonly id: string;
  readonly occurred_at: string;
}

const LISTS = ['login-events', 'security-events'] as const;

describe('The history of an account', () => {
  const api = suiteApi();
  let member: Member;
  let pair: TokenPair;
  let userId: string;
  beforeEach(async () => {
    member = await aMember(api);
    pair = await signIn(api, member);
    const [row] = await queryAs<{ id: string }>(
      api.urls.superuserUrl,
      'SELECT user_id AS id FROM login_identifiers WHERE value = $1',
      [member.email],
    );
    userId = row!.id;
  });

  const page = async (list: string, query: object = {}, by = pair) => {
    const { body } = await selfOf(api, by).get(list, query).expect(200);
    return body.data as { items: Item[]; next_cursor: string | null };
  };
  /** Adds this many events to the list, three at a time. */
  const fill = (list: string, count: number) =>
    queryAs(
      api.urls.superuserUrl,
      list === 'login-events'
        ? `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, reason, occurred_at)
           SELECT $1, gen_random_uuid(), $2, $3, '', 'failure', 'password', 'bad_credentials',
                  now() - make_interval(days => 1, secs => n / 3 * 0.000001) FROM generate_series(1, $4::int) n`
        : `INSERT INTO security_events (tenant_id, id, app_id, user_id, type, occurred_at)
           SELECT $1, gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $2::uuid END, $3, 'password_changed',
                  now() - make_interval(days => 1, secs => n / 3 * 0.000001) FROM generate_series(1, $4::int) n`,
      [api.tenantId, api.appId, userId, count],
    );

  describe('GET /api/v1/me/login-events', () => {
    it('lists every attempt, newest first: with its reason, and with the device of a success', async () => {
      const login = (body: object, headers = {}) => clientOf(api).login(body, aDeviceKey(), headers);
      await login({ ...member, password: 'not the password' }, { 'User-Agent': 'Guesser/1' }).expect(401);
      await queryAs(api.urls.superuserUrl, `UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [
        userId,
      ]);
      await login(member).expect(401);
      await queryAs(
        api.urls.superuserUrl,
        `UPDATE app_memberships SET status = 'pending_verification' WHERE user_id = $1`,
        [userId],
      );
      await login(member).expect(401);
      await queryAs(api.urls.superuserUrl, `UPDATE app_memberships SET status = 'active' WHERE user_id = $1`, [userId]);
      await queryAs(api.urls.superuserUrl, `UPDATE users SET status = 'disabled' WHERE id = $1`, [userId]);
      await login(member).expect(401);
      await queryAs(api.urls.superuserUrl, `UPDATE users SET status = 'active' WHERE id = $1`, [userId]);
      const { body, headers } = await selfOf(api, pair).get('login-events').expect(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body.data.next_cursor).toBeNull();
      expect(body.data.items).toEqual([
        ...['user_disabled', 'not_verified', 'suspended', 'bad_credentials'].map((reason) =>
          expect.objectContaining({ result: 'failure', method: 'password', reason, device_id: null }),
        ),
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          result: 'success',
          method: 'password',
          reason: null,
          ip: expect.stringMatching(/127\.0\.0\.1|::1/),
          user_agent: null,
          device_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      ]);
      expect(body.data.items[3].user_agent).toBe('Guesser/1');
      expect(JSON.stringify(body)).not.toContain(member.email);
    });

    it('lists attempts at this App only, and of no other member', async () => {
      const other = await api
        .get(AppsService)
        .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
      await clientOf(api, other.id).login(member).expect(401);
      const { email } = await aMember(api);
      await clientOf(api).login({ email, password: 'not the password' }).expect(401);
      expect((await page('login-events')).items).toHaveLength(1);
    });

    it('does not list attempts that the throttle refused', async () => {
      const guess = () => clientOf(api).login({ ...member, password: 'not the password' });
      for (let attempt = 0; attempt < 5; attempt++) await guess().expect(401);
      await guess().expect(429);
      expect((await page('login-events')).items).toHaveLength(6);
    });
  });

  describe('GET /api/v1/me/security-events', () => {
    it('lists events of this App and of the account as a whole, not of other Apps', async () => {
      const event = (type: string, appId: string | null, owner = userId) =>
        queryAs(
          api.urls.superuserUrl,
          `INSERT INTO security_events (tenant_id, id, app_id, user_id, type, ip, user_agent, session_id, details)
           VALUES ($1, $2, $3, $4, $5, '203.0.113.7', 'Example/1', NULL, '{"by": "test"}')`,
          [api.tenantId, randomUUID(), appId, owner, type],
        );
      const other = await api
        .get(AppsService)
        .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
      await event('password_reset', null);
      await event('password_changed', api.appId);
      await event('device_removed', other.id);
      const { body, headers } = await selfOf(api, pair).get('security-events').expect(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body.data).toEqual({
        items: ['password_changed', 'password_reset'].map((type) => ({
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          type,
          occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          ip: '203.0.113.7',
          user_agent: 'Example/1',
          session_id: null,
          details: { by: 'test' },
        })),
        next_cursor: null,
      });
    });
  });

  describe.each(LISTS)('GET /api/v1/me/%s', (list) => {
    it('is read in pages that neither repeat nor skip, also where many happened in one moment', async () => {
      await fill(list, 50);
      const total = list === 'login-events' ? 51 : 50;
      const seen: Item[] = [];
      let cursor: string | null = null;
      do {
        const { items, next_cursor } = await page(list, { limit: 7, ...(cursor === null ? {} : { cursor }) });
        expect(items.length).toBe(next_cursor === null ? total % 7 : 7);
        seen.push(...items);
        cursor = next_cursor;
      } while (cursor !== null);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
      expect(seen.map(({ occurred_at }) => occurred_at)).toEqual(
        seen
          .map(({ occurred_at }) => occurred_at)
          .toSorted()
          .toReversed(),
      );
      const { items: whole } = await page(list, { limit: 100 });
      expect(whole).toEqual(seen);
    });

    it('continues where it was, whatever happened since', async () => {
      await fill(list, 30);
      const { items: all } = await page(list, { limit: 100 });
      const first = await page(list);
      expect(first.items).toEqual(all.slice(0, 20));
      await clientOf(api)
        .login({ ...member, password: 'not the password' })
        .expect(401);
      await clientOf(api)
        .logout((await signIn(api, member)).access_token)
        .expect(200);
      const second = await page(list, { cursor: first.next_cursor });
      expect(second).toEqual({ items: all.slice(20), next_cursor: null });
    });

    it('ends without a cursor on a page that is just full', async () => {
      await fill(list, list === 'login-events' ? 9 : 10);
      expect((await page(list, { limit: 10 })).next_cursor).toBeNull();
    });

    it.each([['0'], ['101'], ['-1'], ['1.5'], ['1e1'], ['x'], [''], ['99999999999999999999']])(
      'answers 422 to the limit %j',
      async (limit) => {
        const { body } = await selfOf(api, pair).get(list, { limit }).expect(422);
        expect(body.errors[0].field).toBe('limit');
      },
    );

    it('accepts the limits 1 and 100', async () => {
      await fill(list, 110);
      expect((await page(list, { limit: 1 })).items).toHaveLength(1);
      expect((await page(list, { limit: 100 })).items).toHaveLength(100);
    });

    it('answers 422 to a cursor that is invalid, was changed, or belongs to another list or member', async () => {
      await fill(list, 30);
      const cursor = (await page(list)).next_cursor!;
      const otherList = LISTS.find((name) => name !== list)!;
      await fill(otherList, 30);
      const other = await signIn(api, await aMember(api));
      const changed = cursor.slice(0, -2) + (cursor.endsWith('AA') ? 'BB' : 'AA');
      const bad = [
        '',
        'x',
        'null',
        '%00',
        '❌',
        changed,
        `${cursor}A`,
        cursor.slice(1),
        `${cursor} `,
        'A'.repeat(2_000),
      ];
      for (const value of [...bad, (await page(otherList)).next_cursor!]) {
        const { body } = await selfOf(api, pair).get(list, { cursor: value }).expect(422);
        expect(body.errors).toEqual([{ field: 'cursor', code: 'invalid', message: expect.any(String) }]);
      }
      await selfOf(api, other).get(list, { cursor }).expect(422);
      const twice = await selfOf(api, pair).get(`${list}?cursor=${cursor}&cursor=${cursor}`);
      expect([twice.status, twice.body.code]).toEqual([422, 'REQUEST.VALIDATION_FAILED']);
    });

    it('is for members only', () => expectMembersOnly(api, 'get', list));
  });
});
