import { expectProblem } from '../../http/support/problem';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { aStepUpToken } from '../support/account';
import { anAccount, exportToken, lifeOf, sweep } from '../support/account-life';
import { type OwnStorage, ownStorage } from '../support/avatars';
import { exported, exportsOf, type OwnExport, requestExport } from '../support/data-exports';
import { outboxSettled, signIn } from '../support/journey';
import { meClient } from '../support/me';
import { expectMembersOnly } from '../support/self';
import { later } from '../../support/time-travel';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('Copies of everything personal', () => {
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

  describe('POST /api/v1/me/data-export', () => {
    it('answers 202 with an export that is pending, and mails the link when it is ready', async () => {
      const account = await anAccount(api, { locale: 'en-US' });
      expect(await exportsOf(api, account)).toEqual([]);
      const pending = await requestExport(api, account);
      expect(pending).toEqual({
        id: expect.stringMatching(UUID),
        status: 'pending',
        download_url: null,
        expires_at: null,
        created_at: expect.stringMatching(INSTANT),
      });
      await outboxSettled(api);
      const [ready, ...others] = await exportsOf(api, account);
      expect(others).toEqual([]);
      expect(ready).toEqual({
        ...pending,
        status: 'ready',
        download_url: expect.stringMatching(
          /^http:\/\/[^/]+\/api\/v1\/public\/data-exports\/[0-9a-f-]{36}\?expires=\d+&signature=[\w-]{43}$/,
        ),
        expires_at: expect.stringMatching(INSTANT),
      });
      const hours = (Date.parse(ready?.expires_at ?? '') - Date.parse(pending.created_at)) / 3_600_000;
      expect(Math.round(hours)).toBe(24);
      const [mail] = await api.mailsTo(account.email);
      expect(mail?.subject).toBe('Your Default App data is ready to download');
      expect(mail?.text).toContain(ready?.download_url);
      expect(mail?.text).toContain('24 hours');
    });

    it('answers 403 without a token for exactly this', async () => {
      const account = await anAccount(api);
      const refused = async (token?: string) =>
        expectProblem(await lifeOf(api, account, token).requestExport(), 403, 'IAM.STEP_UP.REQUIRED');
      await refused();
      await refused('aku_nonsense');
      await refused(await aStepUpToken(api, account, { purpose: 'account_delete', resource: account.userId }));
      await refused(await exportToken(api, await anAccount(api)));
      const token = await exportToken(api, account);
      const again = { ...account, pair: await signIn(api, account) };
      expectProblem(await lifeOf(api, again, token).requestExport(), 403, 'IAM.STEP_UP.REQUIRED');
      await lifeOf(api, account, token).requestExport().expect(202);
      await refused(token);
      expect(await exportsOf(api, account)).toHaveLength(1);
    });

    it('answers with the one that is pending while there is one, also to many who ask at once', async () => {
      const account = await anAccount(api);
      const token = await exportToken(api, account);
      await rows(
        `INSERT INTO data_exports (tenant_id, id, user_id, app_id, locale, status)
        VALUES ($1, '01a1ff60-fa8e-71cc-b1db-e41c07d792d7', $2, $3, 'en-US', 'pending')`,
        [api.tenantId, account.userId, api.appId],
      );
      const { body } = await lifeOf(api, account, token).requestExport().expect(202);
      expect(body.data).toMatchObject({ id: '01a1ff60-fa8e-71cc-b1db-e41c07d792d7', status: 'pending' });
      await rows(`DELETE FROM data_exports WHERE user_id = $1`, [account.userId]);
      await later(api, '61 seconds');
      const one = await exportToken(api, account);
      const answers = await Promise.all(Array.from({ length: 5 }, () => lifeOf(api, account, one).requestExport()));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 403, 403, 403, 403]);
      expect(await exportsOf(api, account)).toHaveLength(1);
    });

    it('answers 429 after three in 24 hours, without using the token up; failed ones do not count', async () => {
      const account = await anAccount(api);
      for (let count = 0; count < 3; count++) {
        await requestExport(api, account);
        await outboxSettled(api);
        await later(api, '10 minutes');
      }
      await rows(
        `INSERT INTO data_exports (tenant_id, id, user_id, app_id, locale, status)
        VALUES ($1, gen_random_uuid(), $2, $3, 'en-US', 'failed')`,
        [api.tenantId, account.userId, api.appId],
      );
      const token = await exportToken(api, account);
      const refused = await lifeOf(api, account, token).requestExport();
      expectProblem(refused, 429, 'REQUEST.RATE_LIMITED');
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(86_400 - 1_900);
      expect(seconds).toBeLessThanOrEqual(86_400 - 1_800);
      await rows(
        `UPDATE data_exports SET status = 'failed', archive_id = NULL, expires_at = NULL
                   WHERE id = (SELECT id FROM data_exports WHERE user_id = $1 AND status = 'ready' LIMIT 1)`,
        [account.userId],
      );
      await lifeOf(api, account, token).requestExport().expect(202);
    });

    it('answers 400 and 401 as every route of members', async () => {
      await expectMembersOnly(api, 'post', 'data-export');
      await expectMembersOnly(api, 'get', 'data-exports');
    });
  });

  describe('GET /api/v1/me/data-exports', () => {
    it('lists only the user’s own ones, newest first, never to be cached', async () => {
      const [account, stranger] = [await anAccount(api), await anAccount(api)];
      const first = await exported(api, account);
      await later(api, '61 seconds');
      const second = await exported(api, account);
      const { body, headers } = await lifeOf(api, account).listExports().expect(200);
      expect(body.data.items.map(({ id }: OwnExport) => id)).toEqual([second.id, first.id]);
      expect(headers['cache-control']).toBe('no-store');
      expect(await exportsOf(api, stranger)).toEqual([]);
    });

    it('shows expired ones as expired, and failed ones as failed; after a month neither', async () => {
      const account = await anAccount(api);
      const ready = await exported(api, account);
      await rows(
        `INSERT INTO data_exports (tenant_id, id, user_id, app_id, locale, status)
        VALUES ($1, '01a1ff60-fa8e-71cc-b1db-e41c07d792d8', $2, $3, 'en-US', 'failed')`,
        [api.tenantId, account.userId, api.appId],
      );
      const shortly = await signIn(api, account);
      await later(api, '24 hours');
      const { body } = await meClient(api, shortly.access_token).get('data-exports').expect(200);
      expect(body.data.items).toEqual([
        expect.objectContaining({ status: 'failed', download_url: null, expires_at: null }),
        expect.objectContaining({
          id: ready.id,
          status: 'expired',
          download_url: null,
          expires_at: expect.stringMatching(INSTANT),
        }),
      ]);
      const left = storage.left();
      await sweep(api);
      expect(await exportsOf(api, account)).toEqual(body.data.items);
      await eventually(() => Promise.resolve(storage.left() < left));
      await rows(`UPDATE data_exports SET created_at = now() - interval '30 days' WHERE user_id = $1`, [
        account.userId,
      ]);
      await sweep(api);
      expect(await exportsOf(api, account)).toEqual([]);
    });

    it('gives up exports that no process works on, so that another can be requested', async () => {
      const account = await anAccount(api);
      await rows(
        `INSERT INTO data_exports (tenant_id, id, user_id, app_id, locale, status, created_at)
        VALUES ($1, gen_random_uuid(), $2, $3, 'en-US', 'pending', now() - interval '2 days')`,
        [api.tenantId, account.userId, api.appId],
      );
      await sweep(api);
      expect((await exportsOf(api, account)).map(({ status }) => status)).toEqual(['failed']);
      await exported(api, account);
    });
  });
});
