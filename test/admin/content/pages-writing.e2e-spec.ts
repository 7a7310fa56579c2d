import { randomUUID } from 'node:crypto';
import { DependencyUnavailableError } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { aTenant } from '../../support/tenants';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { THE_SERVICE } from '../support/authors';
import { anApp, BODY, DRAFT, pageClient, recomputedHash, type RevisionData } from '../support/pages';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

const api = suiteApi();
let owner: Admin;
let admin: AdminClient;

beforeAll(async () => {
  owner = await anAdmin(api, ['owner']);
  admin = adminClient(api, owner.token);
});

describe.each([
  ['pages', 'about-us'],
  ['legal', 'privacy-policy'],
])('Writing /content/%s/%s', (list, key) => {
  let appId: string;
  let path: string;
  let page: ReturnType<typeof pageClient>;

  beforeEach(async () => {
    appId = await anApp(api);
    path = `apps/${appId}/content/${list}/${key}`;
    page = pageClient(admin, path);
  });

  const saveDraft = (changes: object = {}) => admin.put(`${path}/draft`, { ...DRAFT, lock_version: 1, ...changes });
  const publish = (body: object) => admin.post(`${path}/publish`, body);

  const expectStale = (response: Parameters<typeof expectProblem>[0], current: number) => {
    const problem = expectProblem(response, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
    expect(problem).toMatchObject({ current_lock_version: current });
  };

  it('GET answers the page without content at first', async () => {
    expect(await page.read()).toEqual({
      id: UUID,
      key,
      reserved: true,
      title: null,
      draft: null,
      published: null,
      lock_version: 1,
      created_at: INSTANT,
      updated_at: INSTANT,
      updated_by: THE_SERVICE,
    });
  });

  describe('PUT draft', () => {
    it('stores what was written, increments lock_version and answers like GET, and what was removed', async () => {
      const { body } = await saveDraft().expect(200);
      expect(body.data).toMatchObject({ key, draft: DRAFT, published: null, lock_version: 2 });
      expect({ ...(await page.read()), removed: [] }).toEqual(body.data);
      expect(body.data.updated_at > body.data.created_at).toBe(true);
    });

    it('replaces the draft whole', async () => {
      await saveDraft().expect(200);
      const changes = { title: { 'zh-CN': '标题' }, body: { 'zh-CN': '<p>正文</p>' }, body_format: 'html' };
      const { body } = await admin.put(`${path}/draft`, { ...changes, lock_version: 2 }).expect(200);
      expect(body.data.draft).toEqual({ ...changes, effective_at: null });
      expect(body.data.lock_version).toBe(3);
    });

    it('accepts null for effective_at, and any offset', async () => {
      expect((await saveDraft({ effective_at: null }).expect(200)).body.data.draft.effective_at).toBeNull();
      const { body } = await saveDraft({ effective_at: '2026-12-01T08:00:00.1239+08:00', lock_version: 2 }).expect(200);
      expect(body.data.draft.effective_at).toBe('2026-12-01T00:00:00.123Z');
    });

    it('sanitises HTML on the way in', async () => {
      const html = '<p onclick="x()">A <a href="javascript:x()">b</a></p><script>x()</script><img src="data:x">';
      const { body } = await saveDraft({ body: { 'zh-CN': html }, body_format: 'html' }).expect(200);
      expect(body.data.draft.body).toEqual({ 'zh-CN': '<p>A <a>b</a></p><img />' });
    });

    it('keeps Markdown as it was written', async () => {
      const text = '**A** <script>x()</script> [b](javascript:x())';
      const { body } = await saveDraft({ body: { 'zh-CN': text } }).expect(200);
      expect(body.data.draft.body).toEqual({ 'zh-CN': text });
    });

    it('leaves the published revision unchanged', async () => {
      const { published } = await page.publish();
      expect((await page.save({ ...DRAFT, title: { 'zh-CN': '第二版' } })).published).toEqual(published);
    });

    it('answers 409 to a stale lock_version, with the current one, and changes nothing', async () => {
      await saveDraft().expect(200);
      for (const stale of [1, 3, 2_147_483_647]) {
        expectStale(await saveDraft({ lock_version: stale, title: { 'zh-CN': '别的' } }), 2);
      }
      expect((await page.read()).draft).toEqual(DRAFT);
    });
  });

  describe('POST publish', () => {
    it('makes the draft the published revision and leaves none', async () => {
      await saveDraft().expect(200);
      const { body } = await publish({ lock_version: 2 }).expect(200);
      expect(body.data).toMatchObject({
        key,
        draft: null,
        published: { revision: 1, revision_hash: expect.stringMatching(/^[0-9a-f]{64}$/), published_at: INSTANT },
        lock_version: 3,
      });
      expect(await page.read()).toEqual(body.data);
    });

    it('counts revisions', async () => {
      for (const revision of [1, 2, 3]) expect((await page.publish()).published.revision).toBe(revision);
    });

    it('answers 409 without a draft, before the first publication and after each', async () => {
      expectProblem(await publish({ lock_version: 1 }), 409, 'CONTENT.STATE.INVALID');
      await page.publish();
      expectProblem(await publish({ lock_version: 3 }), 409, 'CONTENT.STATE.INVALID');
      expect((await page.read()).lock_version).toBe(3);
    });

    it('answers 409 to a stale lock_version, draft or not', async () => {
      expectStale(await publish({ lock_version: 2 }), 1);
      await saveDraft().expect(200);
      expectStale(await publish({ lock_version: 1 }), 2);
      expectStale(await publish({ lock_version: 3 }), 2);
      expect((await page.read()).published).toBeNull();
    });

    it.each([
      [{}, 'lock_version required'],
      [{ lock_version: null }, 'lock_version required'],
      [{ lock_version: 0 }, 'lock_version out_of_range'],
      [{ lock_version: '1' }, 'lock_version not_integer'],
      [{ lock_version: 1, publish_at: '2026-12-01T00:00:00Z' }, 'publish_at unknown_field'],
    ])('answers 422 to %j', async (body, reason) => {
      const response = await publish(body);
      expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(response.body)).toEqual([reason]);
    });
  });

  describe('GET revisions', () => {
    it('lists published revisions, latest first', async () => {
      expect(await page.revisions()).toEqual([]);
      const first = await page.publish();
      const html = { ...DRAFT, body: { 'zh-CN': '<p>二</p>' }, body_format: 'html', effective_at: null };
      const second = await page.publish(html);
      await page.save({ ...DRAFT, title: { 'zh-CN': '草稿' } });
      expect(await page.revisions()).toEqual([
        { key, ...html, ...second.published, published_by: owner.userId },
        { key, ...DRAFT, ...first.published, published_by: owner.userId },
      ]);
    });

    it('pages', async () => {
      for (let published = 0; published < 5; published++) await page.publish();
      const at = async (number: number) => {
        const { body } = await admin.get(`${path}/revisions?page=${number}&page_size=2`).expect(200);
        expect(body.data).toMatchObject({ page: number, page_size: 2, total: 5 });
        return (body.data.items as RevisionData[]).map(({ revision }) => revision);
      };
      expect([await at(1), await at(2), await at(3), await at(4)]).toEqual([[5, 4], [3, 2], [1], []]);
    });

    it('answers HEAD without a body', async () => {
      await page.publish();
      const { headers, status } = await fetch(`${api.url}/admin-api/v1/${path}/revisions`, {
        method: 'HEAD',
        headers: { Authorization: `Bearer ${owner.token}` },
      });
      expect({ status, type: headers.get('content-type') }).toEqual({
        status: 200,
        type: 'application/json; charset=utf-8',
      });
    });

    describe('when the database goes away', () => {
      const failAt = (revision: number) => {
        const { read } = api.database;
        jest.spyOn(api.database, 'read').mockImplementation((tenantId, text, values) => {
          const isHit = text.includes('AND revision = ') && values?.[2] === revision;
          return isHit
            ? Promise.reject(new DependencyUnavailableError())
            : read.call(api.database, tenantId, text, values);
        });
      };

      afterEach(() => jest.restoreAllMocks());

      it('before the first revision answers 503', async () => {
        await page.publish();
        failAt(1);
        expectProblem(await admin.get(`${path}/revisions`), 503, 'DEPENDENCY.UNAVAILABLE');
      });

      it('later breaks the connection, so that no part passes for the whole', async () => {
        await page.publish();
        await page.publish();
        failAt(1);
        await expect(admin.get(`${path}/revisions`)).rejects.toThrow();
      });
    });

    it.each(['page=0', 'page_size=101', 'page=1e3'])('answers 422 to ?%s', async (query) => {
      expectProblem(await admin.get(`${path}/revisions?${query}`), 422, 'REQUEST.VALIDATION_FAILED');
    });

    it('gives all that is needed to recompute revision_hash', async () => {
      await page.publish();
      await page.publish({ ...DRAFT, effective_at: null });
      await page.publish({
        title: { 'ja-JP': '題名', 'zh-CN': '标题', 'en-US': '"\\/\u2029 é e\u0301 \u{1f600}' },
        body: { 'zh-CN': '<p>&lt;b&gt; &amp; "x" \u00a0</p>', 'ja-JP': '<ruby>漢<rt>かん</rt></ruby>\r\n\t' },
        body_format: 'html',
        effective_at: '0999-02-28T23:59:59.999-11:30',
      });
      const revisions = await page.revisions();
      expect(revisions.map(recomputedHash)).toEqual(revisions.map(({ revision_hash }) => revision_hash));
      expect(new Set(revisions.map(({ revision_hash }) => revision_hash)).size).toBe(3);
      expect(revisions[0]?.revision_hash).toBe((await page.read()).published?.revision_hash);
    });

    it('stays the same whatever happens afterwards, and the database refuses to change it', async () => {
      await page.publish();
      const [before] = await page.revisions();
      await page.publish({ ...DRAFT, title: { 'zh-CN': '第二版' }, body: BODY });
      await page.save();
      const rewrite = `UPDATE content_page_revisions SET title = '{"zh-CN":"x"}' WHERE revision_hash = $1`;
      await expect(queryAs(api.urls.superuserUrl, rewrite, [before?.revision_hash])).rejects.toThrow(
        'A published revision never changes',
      );
      expect((await page.revisions())[1]).toEqual(before);
    });
  });

  describe('404', () => {
    const routes = (at: string) => [
      admin.get(at),
      admin.put(`${at}/draft`, { ...DRAFT, lock_version: 1 }),
      admin.post(`${at}/publish`, { lock_version: 1 }),
      admin.get(`${at}/revisions`),
    ];

    it.each(['unknown', 'About-Us', 'about_us', '%00', '%F0%9F%98%80', '__proto__', "x'--", 'a'.repeat(2_000)])(
      'for %s, which names nothing',
      async (name) => {
        for (const request of routes(`apps/${appId}/content/${list}/${name}`)) {
          expectProblem(await request, 404, 'RESOURCE.NOT_FOUND');
        }
      },
    );

    it('for an App that is unknown, deleted, another tenant’s or not named by a uuid', async () => {
      const deleted = await anApp(api);
      await queryAs(api.urls.superuserUrl, `UPDATE apps SET status = 'disabled', deleted_at = now() WHERE id = $1`, [
        deleted,
      ]);
      const foreign = await anApp(api, {}, await aTenant(api.database));
      const answers: unknown[] = [];
      for (const app of [randomUUID(), deleted, foreign, 'corner-shop']) {
        for (const request of routes(`apps/${app}/content/${list}/${key}`)) {
          const { detail, title } = expectProblem(await request, 404, 'RESOURCE.NOT_FOUND');
          answers.push({ detail, title });
        }
        // Refused before the body is validated.
        const invalid = await admin.put(`apps/${app}/content/${list}/${key}/draft`, { nonsense: true });
        expectProblem(invalid, 404, 'RESOURCE.NOT_FOUND');
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    });

    it('never finds the page of another App of the tenant', async () => {
      await page.publish();
      const other = pageClient(admin, `apps/${await anApp(api)}/content/${list}/${key}`);
      expect(await other.read()).toMatchObject({ published: null, lock_version: 1 });
      expect(await other.revisions()).toEqual([]);
    });
  });

  it('goes on while the App is disabled', async () => {
    await queryAs(api.urls.superuserUrl, `UPDATE apps SET status = 'disabled' WHERE id = $1`, [appId]);
    expect((await page.publish()).published.revision).toBe(1);
  });

  it('needs a bearer', async () => {
    const anonymous = adminClient(api);
    for (const request of [
      anonymous.get(path),
      anonymous.put(`${path}/draft`, {}),
      anonymous.post(`${path}/publish`, {}),
      anonymous.get(`${path}/revisions`),
    ]) {
      expectProblem(await request, 401, 'IAM.TOKEN.MISSING');
    }
  });
});
