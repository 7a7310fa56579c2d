import type { Response } from 'supertest';
import { asOwner } from '../../admin/support/admin';
import { expectProblem } from '../../http/support/problem';
import { startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { cornered } from '../../support/images';
import { aMessage, deliverMessages } from '../../support/messages';
import { addEmail, securityEventsOf } from '../support/account';
import { anAccount, deleteAccount, eraseAccount } from '../support/account-life';
import { type OwnStorage, ownStorage, putAvatar } from '../support/avatars';
import { download, exported } from '../support/data-exports';
import { outboxSettled, signIn } from '../support/journey';
import { meClient } from '../support/me';
import { aBookmark } from '../support/personal-data';
import { later } from '../../support/time-travel';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('The copy of everything personal', () => {
  let api: TestApi;
  let storage: OwnStorage;

  beforeAll(async () => {
    storage = ownStorage();
    api = await startTestApi(storage.environment);
  });
  afterAll(async () => {
    await api.close();
    storage.remove();
  });

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const expectNothing = (answer: Response) => expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');

  describe('the archive', () => {
    it('has everything about the member, and no secret', async () => {
      const account = await anAccount(api, { display_name: 'Lin' });
      const me = meClient(api, account.pair.access_token, { headers: { 'User-Agent': 'Phone/1.0' } });
      await me.patch('', { bio: 'Tea', gender: 'other', birthday: '1990-01-02' }).expect(200);
      await me
        .patch('preferences', { locale: 'ja-JP', time_zone: 'Asia/Tokyo', appearance: { theme: 'dark' } })
        .expect(200);
      await me.patch('notification-preferences', { channels: { marketing: { email: true } } }).expect(200);
      await putAvatar(me, await cornered('png', 64, 64)).expect(200);
      await me.get('').expect(200);
      await api.http
        .put('/api/v1/me/devices/current/push')
        .set({ 'X-AppID': api.appId, Authorization: `Bearer ${account.pair.access_token}` })
        .send({ provider: 'apns', token: 'a-push-token-to-keep', enabled: true })
        .expect(200);
      const second = await addEmail(api, account, `second-${account.email}`);
      await (await asOwner(api)).put(`users/${account.userId}/roles`, { roles: ['auditor'] }).expect(200);
      await rows(
        `INSERT INTO legal_consents (tenant_id, app_id, user_id, document_type, revision_hash) VALUES ($1, $2, $3, 'terms', 'abc')`,
        [api.tenantId, api.appId, account.userId],
      );
      const articleId = await aBookmark(api, account.userId);
      const message = aMessage();
      await deliverMessages(rows, { tenantId: api.tenantId, appId: api.appId }, [account.userId], message);
      await me.patch(`notifications/${message.publicationId}/read`).expect(200);
      const mailed = aMessage({ messageType: 'marketing' });
      await deliverMessages(rows, { tenantId: api.tenantId, appId: api.appId }, [], mailed);
      await rows(
        `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, status, settled_at, is_outside_inbox,
                                              opened_at)
         VALUES ($1, $2, $3, $4, 'email', 'sent', now(), true, now())`,
        [api.tenantId, api.appId, mailed.id, account.userId],
      );
      await later(api, '61 seconds');
      const deviceKey = '7a1d1f7e-8d0a-4c57-9d53-5a5c7f0e1b2d';
      await signIn(api, account, { deviceKey });
      await outboxSettled(api);
      const ready = await exported(api, account);
      const answer = await download(api, ready.download_url).expect(200);
      const archive = JSON.parse(answer.text) as Record<string, unknown>;
      expect(archive).toEqual({
        schema: 'appkernel.data-export',
        schema_version: 1,
        made_at: expect.stringMatching(INSTANT),
        account: { id: account.userId, created_at: expect.stringMatching(INSTANT), has_password: true },
        profile: {
          display_name: 'Lin',
          bio: 'Tea',
          gender: 'other',
          birthday: '1990-01-02',
          region_code: null,
          avatar: { media_type: 'image/webp', base64: expect.stringMatching(/^[A-Za-z0-9+/=]{100,}$/) },
        },
        preferences: {
          locale: 'ja-JP',
          time_zone: 'Asia/Tokyo',
          appearance: { theme: 'dark', font_scale: 1, reduce_motion: false },
        },
        article_bookmarks: [
          {
            app_id: api.appId,
            article_id: articleId,
            article_slug: expect.stringContaining(articleId),
            created_at: expect.stringMatching(INSTANT),
          },
        ],
        article_reads: [{ app_id: api.appId, article_id: articleId, date: '2026-11-20' }],
        consents: [
          {
            app_id: api.appId,
            document_type: 'terms',
            revision_hash: 'abc',
            accepted_at: expect.stringMatching(INSTANT),
          },
        ],
        data_exports: [
          { id: ready.id, app_id: api.appId, status: 'pending', created_at: ready.created_at, expires_at: null },
        ],
        devices: [
          expect.objectContaining({ platform: null }),
          expect.objectContaining({ push_provider: 'apns', push_enabled: true }),
        ],
        identifiers: [
          expect.objectContaining({ type: 'email', value: account.email, is_primary: true }),
          expect.objectContaining({
            id: second.id,
            type: 'email',
            value: `second-${account.email}`,
            is_primary: false,
          }),
        ],
        login_events: expect.arrayContaining([expect.objectContaining({ result: 'success', ip: '127.0.0.1' })]),
        memberships: [expect.objectContaining({ app_id: api.appId, app_name: 'Default App', status: 'active' })],
        notification_inboxes: [
          {
            app_id: api.appId,
            unread_notice: 0,
            unread_system: 0,
            unread_private: 0,
            unread_marketing: 0,
            unread_security: 0,
          },
        ],
        notification_preferences: [
          { app_id: api.appId, message_type: 'marketing', in_app: null, push: null, email: true },
        ],
        notification_quiet_hours: [],
        // Beside it what was told of the second address and the second sign-in.
        notifications: expect.arrayContaining([
          {
            id: message.publicationId,
            app_id: api.appId,
            kind: 'message',
            message_type: 'system',
            title: message.title,
            body: message.body,
            action: null,
            delivered_at: expect.stringMatching(INSTANT),
            read_at: expect.stringMatching(INSTANT),
            opened_at: null,
          },
          expect.objectContaining({ message_type: 'security', read_at: null }),
          expect.objectContaining({ id: mailed.publicationId, opened_at: expect.stringMatching(INSTANT) }),
        ]),
        organization_units: [],
        roles: [{ code: 'auditor', name: expect.any(String) }],
        security_events: expect.any(Array),
        sessions: [
          expect.objectContaining({ surface: 'mobile', ip: '127.0.0.1', revoked_at: null }),
          expect.objectContaining({ surface: 'mobile' }),
        ],
      });
      const events = await securityEventsOf(api, account.userId);
      expect((archive['security_events'] as unknown[]).length).toBeGreaterThanOrEqual(events.length - 1);
      const [stored] = await rows('SELECT password_hash FROM users WHERE id = $1', [account.userId]);
      for (const secret of [
        String(stored?.['password_hash']),
        account.pair.refresh_token,
        deviceKey,
        'a-push-token-to-keep',
        account.password,
      ]) {
        expect(answer.text).not.toContain(secret);
      }
      expect(answer.text).not.toMatch(/_hash"(?<!revision_hash")|token"|secret|identifier_key|device_key|\$2b\$/);
    });

    it('of somebody of whom little is known is as whole', async () => {
      const ready = await exported(api, await anAccount(api));
      const archive = JSON.parse((await download(api, ready.download_url).expect(200)).text) as Record<string, unknown>;
      expect(archive).toMatchObject({ profile: { display_name: null, avatar: null }, consents: [], roles: [] });
    });
  });

  describe('GET /api/v1/public/data-exports/{id}', () => {
    it('sends an attachment that must not be cached, without any request header, in whole or in parts', async () => {
      const { id, download_url } = await exported(api, await anAccount(api));
      const whole = await download(api, download_url).expect(200);
      expect(whole.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename=data-export-${id}.json`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-length': String(Buffer.byteLength(whole.text)),
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
        'accept-ranges': 'bytes',
      });
      const { pathname, search } = new URL(download_url);
      const head = await api.http.head(pathname + search).expect(200);
      expect(head.headers['content-length']).toBe(whole.headers['content-length']);
      const part = await download(api, download_url, { Range: 'bytes=0-9' }).responseType('blob').expect(206);
      expect(part.headers['content-range']).toBe(`bytes 0-9/${whole.headers['content-length']}`);
      expect((part.body as Buffer).toString()).toBe(whole.text.slice(0, 10));
      const beyond = await download(api, download_url, { Range: 'bytes=99999999-' });
      expect(beyond.status).toBe(416);
    });

    it('answers 404 to anything but exactly that link', async () => {
      const [one, other] = [await exported(api, await anAccount(api)), await exported(api, await anAccount(api))];
      const { pathname, searchParams } = new URL(one.download_url);
      const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
      const ask = (query: string, path = pathname) => api.http.get(`${path}${query}`);
      const flipped = signature.slice(0, -2) + (signature.endsWith('AA') ? 'BB' : 'AA');
      const foreign = new URL(other.download_url);
      for (const query of [
        '',
        `?expires=${expires}`,
        `?signature=${signature}`,
        `?expires=${expires}&signature=`,
        `?expires=${expires}&signature=${flipped}`,
        `?expires=${expires}&signature=${signature}A`,
        `?expires=${expires}&signature=${signature}%00`,
        `?expires=${Number(expires) + 1}&signature=${signature}`,
        `?expires=0${expires}&signature=${signature}`,
        `?expires=1e99&signature=${signature}`,
        `?expires=${expires}&expires=${expires}&signature=${signature}`,
        `?expires[]=${expires}&signature=${signature}`,
        `?expires=${expires}&signature[a]=${signature}`,
        foreign.search,
      ]) {
        expectNothing(await ask(query));
      }
      const query = new URL(one.download_url).search;
      for (const path of [
        foreign.pathname,
        '/api/v1/public/data-exports/01a1ff60-fa8e-71cc-b1db-e41c07d792d9',
        '/api/v1/public/data-exports/nonsense',
        '/api/v1/public/data-exports/%00',
        `/api/v1/public/data-exports/${'x'.repeat(3_000)}`,
      ]) {
        expectNothing(await ask(query, path));
      }
      await ask(
        query,
        pathname.toUpperCase().replace('/API/V1/PUBLIC/DATA-EXPORTS', '/api/v1/public/data-exports'),
      ).expect(200);
    });

    it('answers 404 after a day, and for a disabled tenant', async () => {
      const { download_url } = await exported(api, await anAccount(api));
      await rows(`UPDATE tenants SET status = 'disabled' WHERE id = $1`, [api.tenantId]);
      expectNothing(await download(api, download_url));
      await rows(`UPDATE tenants SET status = 'active' WHERE id = $1`, [api.tenantId]);
      await download(api, download_url).expect(200);
      await later(api, '23 hours');
      // The date is part of what is signed.
      expectNothing(await download(api, download_url));
    });

    it('answers 404 when the time is over, to the second', async () => {
      const { id, download_url } = await exported(api, await anAccount(api));
      await rows(`UPDATE data_exports SET expires_at = expires_at - interval '24 hours' WHERE id = $1`, [id]);
      expectNothing(await download(api, download_url));
    });

    it('still leads there in the grace of a deletion, and nowhere after the erasure', async () => {
      const account = await anAccount(api);
      const { download_url } = await exported(api, account);
      await deleteAccount(api, account);
      await download(api, download_url).expect(200);
      await later(api, '61 seconds');
      const again = await anAccount(api);
      const link = (await exported(api, again)).download_url;
      await eraseAccount(api, again);
      expectNothing(await download(api, link));
      expect(await rows('SELECT FROM data_exports WHERE user_id = $1', [again.userId])).toEqual([]);
    });
  });
});
