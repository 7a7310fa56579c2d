import { RichTextRenderer } from '@libs/content';
import { expectProblem, reasons } from '../../http/support/problem';
import { startTestApi, type TestApi } from '../../support/api';
import { feedsHaveHeard, queryAs } from '../../support/database';
import { afterNext } from '../../support/interleaving';
import { rounds } from '../../support/rounds';
import { adminClient, type AdminClient, anAdmin, asOwner, asRoles } from '../support/admin';
import { anApp, BODY, DRAFT, pageClient, recomputedHash, TITLE } from '../support/pages';

const WRITERS = 12;

let api: TestApi;
let two: TestApi;
let admin: AdminClient;
let other: AdminClient;

beforeAll(async () => {
  api = await startTestApi();
  two = await startTestApi({}, api.urls);
  admin = await asOwner(api);
  other = await asOwner(two);
});

afterAll(async () => {
  await two.close();
  await api.close();
});

describe.each([
  ['pages', 'about-us', 'pages'],
  ['legal', 'privacy-policy', 'legal'],
])('POST /content/%s/…/revisions/{revision}/restore', (list, key, permission) => {
  let appId: string;
  let path: string;
  let page: ReturnType<typeof pageClient>;

  beforeEach(async () => {
    appId = await anApp(api);
    path = `apps/${appId}/content/${list}/${key}`;
    page = pageClient(admin, path);
  });

  const restore = (revision: number | string, lock_version: number, by = admin) =>
    by.post(`${path}/revisions/${revision}/restore`, { lock_version });
  const asRead = async () => {
    await feedsHaveHeard();
    const { body } = await api.http.get(`/api/v1/public/${list}/${key}`).set('X-AppID', appId).expect(200);
    return body.data as unknown;
  };

  it('puts the revision into the draft, and leaves readers what they have', async () => {
    const { published, lock_version } = await page.publish();
    const read = await asRead();
    const { body } = await restore(1, lock_version).expect(200);
    expect(body.data).toMatchObject({ key, draft: DRAFT, published, lock_version: lock_version + 1 });
    expect({ ...(await page.read()), removed: [] }).toEqual(body.data);
    expect(await asRead()).toEqual(read);
    expect(await page.revisions()).toHaveLength(1);
  });

  it('leads to the next revision, in which only what was mended is another', async () => {
    const first = await page.publish();
    const { body } = await restore(1, first.lock_version).expect(200);
    const { draft, lock_version } = body.data as { draft: object; lock_version: number };
    const mended = { ...draft, title: { ...TITLE, 'en-US': 'About us all' }, lock_version };
    const saved = await admin.put(`${path}/draft`, mended).expect(200);
    const publish = { lock_version: saved.body.data.lock_version as number };
    await admin.post(`${path}/publish`, publish).expect(200);
    const [second, before] = await page.revisions();
    expect(second).toMatchObject({ revision: 2, body: BODY, title: mended.title, effective_at: DRAFT.effective_at });
    expect([second, before].map((one) => recomputedHash(one!))).toEqual([second!.revision_hash, before!.revision_hash]);
    expect(before!.revision_hash).toBe(first.published.revision_hash);
    expect(await asRead()).toMatchObject({ revision: 2 });
  });

  it('takes an older revision as well, and replaces the draft that is there', async () => {
    await page.publish({ ...DRAFT, title: { 'zh-CN': '第一版' }, effective_at: null });
    await page.publish();
    const { lock_version } = await page.save({ ...DRAFT, title: { 'zh-CN': '草稿' } });
    const { body } = await restore(1, lock_version).expect(200);
    expect(body.data.draft).toEqual({ ...DRAFT, title: { 'zh-CN': '第一版' }, effective_at: null });
    expect(body.data.published).toMatchObject({ revision: 2 });
  });

  it('sanitises the text again, by the rules of today', async () => {
    const { lock_version } = await page.publish({ ...DRAFT, body: { 'zh-CN': '<p>文</p>' }, body_format: 'html' });
    // As an older version of the program may have stored it.
    await queryAs(
      api.urls.superuserUrl,
      `SET session_replication_role = replica;
       UPDATE content_page_revisions SET body = '{"zh-CN":"<p onclick=\\"x()\\">文<script>x()</script></p>"}'
        WHERE page_id = (SELECT id FROM content_pages WHERE app_id = '${appId}' AND key = '${key}')`,
    );
    const { body } = await restore(1, lock_version).expect(200);
    expect(body.data.draft.body).toEqual({ 'zh-CN': '<p>文</p>' });
  });

  it('answers 422 to a text that a draft could not have by now', async () => {
    const { lock_version } = await page.publish();
    await queryAs(api.urls.superuserUrl, `UPDATE apps SET default_locale = 'ja-JP' WHERE id = $1`, [appId]);
    const before = await page.read();
    const response = await restore(1, lock_version);
    expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(response.body)).toEqual(['title.ja-JP required', 'body.ja-JP required']);
    expect(await page.read()).toEqual(before);
  });

  it('answers 409 to a stale lock_version', async () => {
    const { lock_version } = await page.publish();
    const stale = await restore(1, lock_version - 1);
    expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
    expect(stale.body).toMatchObject({ current_lock_version: lock_version });
    expect(await page.read()).toMatchObject({ draft: null, lock_version });
  });

  it('answers 422 to a body without lock_version, or with more', async () => {
    await page.publish();
    for (const [body, reason] of [
      [{}, 'lock_version required'],
      [{ lock_version: 3, title: TITLE }, 'title unknown_field'],
    ] as const) {
      const response = await admin.post(`${path}/revisions/1/restore`, body);
      expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(response.body)).toEqual([reason]);
    }
  });

  it('answers 404 to what counts no revision of this page', async () => {
    const { lock_version } = await page.publish();
    const malformed = ['0', '-1', '01', '1.0', '1e0', '0x1', 'x', '%00', '2147483648', '9'.repeat(400), '%EF%BC%91'];
    for (const revision of ['2', ...malformed]) {
      expectProblem(await restore(revision, lock_version), 404, 'RESOURCE.NOT_FOUND');
    }
    const neighbour = pageClient(admin, `apps/${await anApp(api)}/content/${list}/${key}`);
    const { status } = await admin.post(`${neighbour.path}/revisions/1/restore`, { lock_version: 1 });
    expect([status, (await neighbour.read()).draft]).toEqual([404, null]);
  });

  it('needs the permission to write', async () => {
    const { lock_version } = await page.publish();
    const auditor = await asRoles(api, 'auditor');
    const refused = await restore(1, lock_version, auditor);
    expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    expect(refused.body).toMatchObject({ required_permission: `${permission}.write` });
  });

  it('has one record in the audit log, with the draft before and after', async () => {
    const { userId, token } = await anAdmin(api, ['owner']);
    const { lock_version } = await page.publish();
    const response = await restore(1, lock_version, adminClient(api, token)).expect(200);
    const [record, ...others] = await queryAs(
      api.urls.superuserUrl,
      'SELECT action, route, actor_id, outcome, changes FROM audit_logs WHERE request_id = $1',
      [response.headers['x-request-id']],
    );
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      action: `${permission}.write`,
      route: expect.stringMatching(/\/revisions\/\{revision\}\/restore$/),
      actor_id: userId,
      outcome: 'success',
      changes: expect.arrayContaining([
        { path: 'draft.title', before: null, after: TITLE },
        { path: 'draft.effective_at', before: null, after: DRAFT.effective_at },
      ]),
    });
  });

  it('is done once by many that hold the same version, or a draft is saved', async () => {
    let { lock_version } = await page.publish();
    for (let round = 0; round < rounds(10); round++) {
      const answers = await Promise.all(
        Array.from({ length: WRITERS }, (_, index) => {
          const by = index % 2 === 0 ? admin : other;
          const title = { 'zh-CN': '别的' };
          return index % 4 < 2
            ? restore(1, lock_version, by)
            : by.put(`${path}/draft`, { ...DRAFT, title, lock_version });
        }),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code as string))).toEqual(
        new Set(['RESOURCE.VERSION_CONFLICT']),
      );
      expect({ ...(await page.read()), removed: [] }).toEqual(won[0]!.body.data);
      lock_version += 1;
    }
  });
});

describe('The revisions of a deleted page', () => {
  it('are not restored into a new one of the same slug', async () => {
    const pages = `apps/${await anApp(api)}/content/pages`;
    const page = pageClient(admin, `${pages}/delivery`);
    await admin.post(pages, { slug: 'delivery' }).expect(201);
    await page.publish();
    await admin.delete(`${page.path}?lock_version=3`).expect(200);
    expectProblem(await admin.post(`${page.path}/revisions/1/restore`, { lock_version: 4 }), 404, 'RESOURCE.NOT_FOUND');
    await admin.post(pages, { slug: 'delivery' }).expect(201);
    const response = await admin.post(`${page.path}/revisions/1/restore`, { lock_version: 1 });
    expectProblem(response, 404, 'RESOURCE.NOT_FOUND');
    expect(await page.read()).toMatchObject({ draft: null, published: null, lock_version: 1 });
  });

  it('are not, even if the new one comes while the text is being prepared', async () => {
    const appId = await anApp(api);
    const pages = `apps/${appId}/content/pages`;
    const page = pageClient(admin, `${pages}/delivery`);
    await admin.post(pages, { slug: 'delivery' }).expect(201);
    const { lock_version } = await page.publish();
    afterNext(api.get(RichTextRenderer), 'prepare', async () => {
      // A new page of the slug, which has come to the same version.
      await admin.delete(`${page.path}?lock_version=${lock_version}`).expect(200);
      await admin.post(pages, { slug: 'delivery' }).expect(201);
      for (let version = 1; version < lock_version; version++) await page.save();
    });
    const response = await admin.post(`${page.path}/revisions/1/restore`, { lock_version });
    expectProblem(response, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
    expect(await page.read()).toMatchObject({ published: null, lock_version });
  });
});
