import { isSoOnceAnnounced, startTestApi, type TestApi } from '../../support/api';
import { feedsHaveHeard } from '../../support/database';
import { type AdminClient, asOwner } from '../support/admin';
import { anApp, DRAFT, pageClient } from '../support/pages';

describe('What administrators publish', () => {
  let one: TestApi;
  /** Another process on the same database. */
  let two: TestApi;
  let admin: AdminClient;
  let appId: string;

  beforeAll(async () => {
    one = await startTestApi();
    two = await startTestApi({}, one.urls);
    admin = await asOwner(one);
  });

  afterAll(async () => {
    await two.close();
    await one.close();
  });

  beforeEach(async () => {
    appId = await anApp(one);
  });

  const readAt = (api: TestApi, path: string, headers: Record<string, string> = {}) =>
    api.http.get(`/api/v1/public/${path}`).set({ 'X-AppID': appId, ...headers });
  const everywhere = (check: (api: TestApi) => Promise<boolean>) =>
    Promise.all([one, two].map((api) => isSoOnceAnnounced(() => check(api))));

  describe.each([
    ['pages/about-us', 'slug', 'about-us'],
    ['legal/privacy-policy', 'document_type', 'privacy-policy'],
  ])('/api/v1/public/%s', (path, name, key) => {
    const page = () => pageClient(admin, `apps/${appId}/content/${path}`);

    it('is what readers get, in their language or the default of the App', async () => {
      const { published } = await page().publish();
      await feedsHaveHeard();
      const english = await readAt(one, path, { 'Accept-Language': 'en-GB' }).expect(200);
      expect(english.body).toEqual({
        data: {
          [name]: key,
          title: 'About us',
          body: '# Corner *Shop*',
          body_html: '<h1>Corner <em>Shop</em></h1>\n',
          body_format: 'markdown',
          locale: 'en-US',
          available_locales: ['zh-CN', 'en-US'],
          effective_at: DRAFT.effective_at,
          ...published,
        },
      });
      expect(english.headers).toMatchObject({
        etag: `"${published.revision_hash}-en-US"`,
        'cache-control': 'public, max-age=60',
        'content-language': 'en-US',
      });
      const japanese = await readAt(one, path, { 'Accept-Language': 'ja' }).expect(200);
      expect(japanese.body.data).toMatchObject({ locale: 'zh-CN', title: '关于我们' });
      expect(japanese.headers['etag']).toBe(`"${published.revision_hash}-zh-CN"`);
    });

    it('is not there before it is published, and no draft ever is', async () => {
      await readAt(two, path).expect(404);
      await page().save({ ...DRAFT, title: { 'zh-CN': '草稿' } });
      await feedsHaveHeard();
      await readAt(one, path).expect(404);
      await readAt(two, path).expect(404);
    });

    it('reaches every process within a second, and 304 ends there', async () => {
      await readAt(two, path).expect(404);
      await page().publish();
      expect(await everywhere(async (api) => (await readAt(api, path)).status === 200)).toEqual([true, true]);
      const { etag = '' } = (await readAt(two, path)).headers;
      await readAt(two, path, { 'If-None-Match': etag }).expect(304);

      await page().publish({ ...DRAFT, title: { 'zh-CN': '第二版' } });
      const isSecond = async (api: TestApi) => {
        const { status, body } = await readAt(api, path, { 'If-None-Match': etag });
        return status === 200 && body.data.title === '第二版' && body.data.revision === 2;
      };
      expect(await everywhere(isSecond)).toEqual([true, true]);
    });
  });

  it('is listed in the configuration of the App, when it is a legal document', async () => {
    const { published } = await pageClient(admin, `apps/${appId}/content/legal/terms-of-service`).publish();
    const expected = [
      {
        document_type: 'terms-of-service',
        revision_hash: published.revision_hash,
        effective_at: DRAFT.effective_at,
      },
    ];
    const isListed = async (api: TestApi) => {
      const { body } = await api.http.get('/api/v1/public/config').set('X-AppID', appId);
      return JSON.stringify(body.data.legal) === JSON.stringify(expected);
    };
    expect(await everywhere(isListed)).toEqual([true, true]);
  });

  it('is gone everywhere within a second after the page is deleted, until another one has its slug', async () => {
    const pages = `apps/${appId}/content/pages`;
    const page = pageClient(admin, `${pages}/delivery`);
    await admin.post(pages, { slug: 'delivery' }).expect(201);
    await page.publish();
    expect(await everywhere(async (api) => (await readAt(api, 'pages/delivery')).status === 200)).toEqual([true, true]);

    await admin.delete(`${page.path}?lock_version=3`).expect(200);
    expect(await everywhere(async (api) => (await readAt(api, 'pages/delivery')).status === 404)).toEqual([true, true]);

    await admin.post(pages, { slug: 'delivery' }).expect(201);
    await feedsHaveHeard();
    await readAt(two, 'pages/delivery').expect(404);
    await page.publish({ ...DRAFT, title: { 'zh-CN': '配送' } });
    const isNew = async (api: TestApi) => (await readAt(api, 'pages/delivery')).body.data?.title === '配送';
    expect(await everywhere(isNew)).toEqual([true, true]);
  });

  it('is seen by the clients of its own App only', async () => {
    await pageClient(admin, `apps/${appId}/content/pages/help`).publish();
    const other = await anApp(one);
    await feedsHaveHeard();
    await readAt(one, 'pages/help').expect(200);
    await readAt(one, 'pages/help', { 'X-AppID': other }).expect(404);
  });
});
