import { type App, AppsService } from '@libs/apps';
import { PagesService } from '@libs/content';
import { Logger } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { Seed } from '../../apps/api/src/seed/seed';
import { RenderingFailedError, RichTextRenderer } from '../../libs/content/src/domain/texts/rich-text-renderer';
import { startTestApi } from '../support/api';
import { feedsHaveHeard, queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { aTenant } from '../support/tenants';
import { haveRegionsImported, pagesOf } from './support/pages';

interface Rendering {
  readonly body_html: string;
}

describe('A published page whose HTML is missing and cannot be made', () => {
  const api = suiteApi();
  let app: App;

  beforeEach(async () => {
    app = await api.get(AppsService).create(await aTenant(api.database), {
      name: 'Corner Shop',
      appType: 'uni_app',
      defaultLocale: 'zh-CN',
      supportedLocales: ['zh-CN', 'en-US'],
    });
  });

  afterEach(() => jest.restoreAllMocks());

  const { publish, read, forgetRenderings } = pagesOf(() => ({ api, app }));

  const stored = () =>
    queryAs<Rendering>(
      api.urls.superuserUrl,
      `SELECT h.body_html
         FROM content_page_renderings h JOIN content_pages p ON p.tenant_id = h.tenant_id AND p.id = h.page_id
        WHERE p.app_id = $1 ORDER BY h.revision, h.locale`,
      [app.id],
    );

  /** The thread gets no processor time for texts that contain this. */
  const starve = (text: string, one = api, error: Error = new RenderingFailedError({ retryAfterSeconds: 5 })) => {
    const renderer = one.get(RichTextRenderer);
    const original = renderer.render.bind(renderer);
    return jest
      .spyOn(renderer, 'render')
      .mockImplementation((...task) => (task[1].includes(text) ? Promise.reject(error) : original(...task)));
  };

  it('delays neither the other pages at a start nor the rest of the start', async () => {
    await haveRegionsImported(api);
    const email = 'operator@example.com';
    const another = await startTestApi({ BOOTSTRAP_ADMIN_EMAIL: email }, api.urls);
    try {
      await publish('help', 'sesame');
      await api.get(PagesService).create({ tenantId: app.tenantId, appId: app.id }, 'behind-it');
      await publish('behind-it', 'open');
      await forgetRenderings();
      await queryAs(api.urls.superuserUrl, `DELETE FROM user_roles WHERE role_code = 'owner'`);
      const render = starve('sesame', another);
      const warn = jest.spyOn(another.get(Logger), 'warn');
      await another.get(Seed).run();
      expect((await another.get(Seed).introduce())?.admin).toMatchObject({ email });
      expect((await stored()).map(({ body_html }) => body_html)).toEqual([
        '<p><em>en</em> open</p>\n',
        '<p>open</p>\n',
      ]);
      // The pages of other tests have lost their HTML, too.
      const warnings = warn.mock.calls.filter(
        ([fields]) => typeof fields === 'object' && 'page_id' in fields && fields['tenant_id'] === app.tenantId,
      );
      expect(warnings.map(([fields]) => fields)).toMatchObject(
        [1, 2].map(() => ({ page_id: expect.any(String), revision: 1 })),
      );
      expect(JSON.stringify(warnings)).not.toContain('sesame');
      render.mockRestore();
      await feedsHaveHeard();
      expect(await read('help', 'zh-CN', another)).toBe('<p>sesame</p>\n');
    } finally {
      await another.close();
    }
  }, 120_000);

  const unavailable = async (slug: string, locale = 'zh-CN') => {
    const { body, headers } = await api.http
      .get(`/api/v1/public/pages/${slug}`)
      .set({ 'X-AppID': app.id, 'Accept-Language': locale })
      .expect(503);
    expect((body as { code: string }).code).toBe('DEPENDENCY.UNAVAILABLE');
    return Number(headers['retry-after']);
  };

  it('is not tried again for each reader', async () => {
    await publish('help', 'sesame');
    await publish('about-us', 'open');
    await forgetRenderings();
    await feedsHaveHeard();
    const render = starve('*en* sesame');
    for (let reader = 0; reader < 20; reader++) {
      const seconds = await unavailable('help', 'en-US');
      expect(seconds).toBeGreaterThan(60);
      expect(seconds).toBeLessThanOrEqual(300);
    }
    expect(render).toHaveBeenCalledTimes(1);
    // Another language, another page, and the same once another process has rendered it.
    expect(await read('help')).toBe('<p>sesame</p>\n');
    expect(await read('about-us', 'en-US')).toBe('<p><em>en</em> open</p>\n');
    const another = await startTestApi({}, api.urls);
    try {
      expect(await read('help', 'en-US', another)).toBe('<p><em>en</em> sesame</p>\n');
      expect(await read('help', 'en-US')).toBe('<p><em>en</em> sesame</p>\n');
    } finally {
      await another.close();
    }
  });

  it('is tried for the next reader where there was no turn for it', async () => {
    await publish('help', 'sesame');
    await forgetRenderings();
    await feedsHaveHeard();
    const render = starve('sesame', api, new DependencyUnavailableError({ retryAfterSeconds: 5 }));
    expect(await unavailable('help')).toBe(5);
    render.mockRestore();
    expect(await read('help')).toBe('<p>sesame</p>\n');
  });
});
