import { type App, AppsService, type NewApp } from '@libs/apps';
import { PagesService } from '@libs/content';
import { newId } from '@libs/kernel';
import { suiteApi } from '../support/suite';
import { isSoOnceAnnounced } from '../support/api';
import { feedsHaveHeard } from '../support/database';
import { aTenant, asSystem } from '../support/tenants';

const PATH = '/api/v1/public/config';

describe('GET /api/v1/public/config', () => {
  const api = suiteApi();
  let app: App;

  beforeEach(async () => {
    app = await anApp();
    await feedsHaveHeard();
  });

  const anApp = async (input: Partial<NewApp> = {}) =>
    api.get(AppsService).create(await aTenant(api.database), {
      name: 'Corner Shop',
      appType: 'uni_app',
      defaultLocale: 'zh-CN',
      supportedLocales: ['zh-CN', 'zh-TW', 'en-US'],
      ...input,
    });

  const read = (appId = app.id, headers: Record<string, string> = {}) =>
    api.http.get(PATH).set({ 'X-AppID': appId, ...headers });

  const change = (assignments: string, values: unknown[] = []) =>
    asSystem(api.database, `UPDATE apps SET ${assignments} WHERE id = $1`, [app.id, ...values]);

  const publish = async (key: string, lockVersion: number, effectiveAt: Date | null = null) => {
    const pages = api.get(PagesService);
    const scope = { tenantId: app.tenantId, appId: app.id, defaultLocale: app.defaultLocale };
    const content = {
      title: { 'zh-CN': '标题' },
      body: { 'zh-CN': '正文' },
      bodyFormat: 'markdown' as const,
      effectiveAt,
    };
    const draft = await pages.saveDraft(scope, { kind: 'legal', key }, lockVersion, content);
    const { published } = await pages.publish(scope, { kind: 'legal', key }, draft.lockVersion, null);
    return published!;
  };

  const aSetting = (key: string, value: unknown, { isPublic = true, isSecret = false, status = 'active' } = {}) =>
    asSystem(
      api.database,
      `INSERT INTO settings (id, scope, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, 'global', $2, $3, 'json', $4, $5, $6)`,
      [newId(), key, JSON.stringify(value), isPublic, isSecret, status],
    );

  describe('the answer', () => {
    it('tells a new App everything, with nothing published', async () => {
      const { body } = await read().expect(200);
      expect(body).toEqual({
        data: {
          app: { id: app.id, name: 'Corner Shop', app_type: 'uni_app', description: null, icon_url: null },
          locale: { current: 'zh-CN', default: 'zh-CN', supported: ['zh-CN', 'zh-TW', 'en-US'] },
          onboarding: { version: 0, enabled: false, slides: [] },
          registration: { email_enabled: true, mobile_enabled: true },
          password_policy: { min_length: 12, max_length: 256 },
          captcha: {
            scenes: {
              login: 'random',
              registration: 'random',
              password_reset: 'random',
              identifier_verify: 'random',
              step_up: 'random',
            },
          },
          legal: [],
          feature_flags: {},
          client_config: {},
          upgrade: { min_supported: {}, maintenance: { active: false, message: null, until: null } },
          support: { email: null, url: null, phone: null },
          settings: {},
        },
      });
    });

    it('carries Cache-Control, Content-Language, Vary and a strong ETag', async () => {
      const { headers } = await read().expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=60',
        'content-language': 'zh-CN',
        vary: 'Accept-Language, X-AppID',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^"[\w-]+"$/) as unknown,
        'x-request-id': expect.any(String) as unknown,
      });
    });

    it('is the same bytes for equal states, whoever asks', async () => {
      const first = await read().expect(200);
      const asked = await read(app.id, {
        Authorization: 'Bearer somebody',
        'X-AK-Device-Key': newId(),
        'User-Agent': 'another',
      }).expect(200);
      expect(asked.text).toBe(first.text);
      expect(asked.headers.etag).toBe(first.headers.etag);
      // A change and its reversal produce the same state, built anew.
      await change(`name = 'Another'`);
      expect(await isSoOnceAnnounced(async () => (await read()).headers.etag !== first.headers.etag)).toBe(true);
      await change(`name = 'Corner Shop'`);
      expect(await isSoOnceAnnounced(async () => (await read()).text === first.text)).toBe(true);
      expect((await read()).headers.etag).toBe(first.headers.etag);
    });

    it('differs between Apps', async () => {
      const other = await anApp({ name: 'Other' });
      const { body } = await read(other.id).expect(200);
      expect(body).toMatchObject({ data: { app: { id: other.id, name: 'Other' } } });
      expect(body).not.toEqual((await read()).body);
    });

    it('answers HEAD with the headers of GET and no body', async () => {
      const { headers } = await read();
      const head = await api.http.head(PATH).set('X-AppID', app.id).expect(200);
      expect(head.headers.etag).toBe(headers.etag);
      expect(head.headers['content-length']).toBe(headers['content-length']);
      expect(head.text ?? '').toBe('');
    });
  });

  describe('locale', () => {
    it.each([
      [undefined, 'zh-CN'],
      ['en-US', 'en-US'],
      ['en', 'en-US'],
      ['en-GB;q=0.9, ja;q=1.0', 'en-US'],
      ['zh-HK', 'zh-TW'],
      ['zh-Hant', 'zh-TW'],
      ['zh-SG', 'zh-CN'],
      ['ja-JP', 'zh-CN'],
      ['zh;q=0, en;q=0.1', 'en-US'],
      ['*', 'zh-CN'],
      ['not a language;;', 'zh-CN'],
    ])('for Accept-Language %s is %s', async (acceptLanguage, locale) => {
      const { body, headers } = await read(app.id, acceptLanguage ? { 'Accept-Language': acceptLanguage } : {});
      expect(headers['content-language']).toBe(locale);
      expect(body).toMatchObject({ data: { locale: { current: locale } } });
    });

    it('decides the language of the texts, each falling back to the default of the App and then to any', async () => {
      const slides = [
        {
          imageFileId: newId(),
          title: { 'zh-CN': '欢迎', 'en-US': 'Welcome' },
          description: { 'ja-JP': 'どうぞ' },
        },
      ];
      await asSystem(
        api.database,
        `INSERT INTO app_onboarding_revisions (tenant_id, app_id, version, enabled, slides) VALUES ($1, $2, 1, true, $3)`,
        [app.tenantId, app.id, JSON.stringify(slides)],
      );
      const maintenance = { active: true, message: { 'zh-CN': '维护中' }, until: '2026-12-01T00:00:00.000Z' };
      await change(`onboarding_version = 1, upgrade = $2`, [
        JSON.stringify({ blockedVersions: ['1.0.0'], reviewVersions: [], maintenance }),
      ]);
      await isSoOnceAnnounced(async () => (await read()).text.includes('维护中'));
      const { body } = await read(app.id, { 'Accept-Language': 'en' }).expect(200);
      expect(body).toMatchObject({
        data: {
          onboarding: { version: 1, enabled: true, slides: [{ title: 'Welcome', description: 'どうぞ' }] },
          upgrade: { maintenance: { active: true, message: '维护中', until: '2026-12-01T00:00:00.000Z' } },
        },
      });
      expect(JSON.stringify(body)).not.toContain('1.0.0');
    });
  });

  it('names the icon and the onboarding images by absolute URLs that carry app_id', async () => {
    const [icon, image] = [newId(), newId()];
    const slides = [{ imageFileId: image, title: { 'zh-CN': '一' }, description: { 'zh-CN': '二' } }];
    await asSystem(
      api.database,
      `INSERT INTO app_onboarding_revisions (tenant_id, app_id, version, enabled, slides) VALUES ($1, $2, 1, true, $3)`,
      [app.tenantId, app.id, JSON.stringify(slides)],
    );
    await change('onboarding_version = 1, icon_file_id = $2', [icon]);
    await isSoOnceAnnounced(async () => (await read()).text.includes(icon));
    const { body } = await read().expect(200);
    const url = (id: string) =>
      expect.stringMatching(
        new RegExp(`^https?://[^/]+/api/v1/public/startup-assets/${id}\\?app_id=${app.id}$`),
      ) as unknown;
    expect(body).toMatchObject({
      data: { app: { icon_url: url(icon) }, onboarding: { slides: [{ image_url: url(image) }] } },
    });
  });

  it('gives a scene its own type of CAPTCHA where the App names one', async () => {
    await change('captcha = $2', [
      JSON.stringify({ type: 'slide', scenes: { login: 'click' }, level: 'hard', characters: 'auto' }),
    ]);
    await isSoOnceAnnounced(async () => (await read()).text.includes('"click"'));
    const { body } = await read();
    expect(body).toMatchObject({ data: { captcha: { scenes: { login: 'click', registration: 'slide' } } } });
  });

  it('delivers flags, client configuration and support as the App has them', async () => {
    const clientConfig = { theme: { dark: true }, list: [1, 'two', null] };
    const support = { email: 'help@example.com', url: 'https://example.com', phone: '+86 10 0000' };
    await change('feature_flags = $2, client_config = $3, support = $4', [
      JSON.stringify({ checkout: true, variant: 'b', limit: 3 }),
      JSON.stringify(clientConfig),
      JSON.stringify(support),
    ]);
    await isSoOnceAnnounced(async () => (await read()).text.includes('help@example.com'));
    expect((await read()).body).toMatchObject({
      data: { feature_flags: { checkout: true, variant: 'b', limit: 3 }, client_config: clientConfig, support },
    });
  });

  it('includes only settings that are active, global, public and not secret', async () => {
    await aSetting('company.name', 'Corner Shop Ltd');
    await aSetting('private', 'x', { isPublic: false });
    await aSetting('secret', 'x', { isPublic: false, isSecret: true });
    await aSetting('disabled', 'x', { status: 'disabled' });
    try {
      const settings = async () => ((await read()).body as { data: { settings: object } }).data.settings;
      await isSoOnceAnnounced(async () => 'company.name' in (await settings()));
      expect(await settings()).toEqual({ 'company.name': 'Corner Shop Ltd' });
    } finally {
      await asSystem(api.database, 'DELETE FROM settings WHERE tenant_id IS NULL');
    }
  });

  it('lists the published legal documents as soon as they are', async () => {
    const legal = async () => ((await read()).body as { data: { legal: object[] } }).data.legal;
    expect(await legal()).toEqual([]);
    const { revisionHash } = await publish('privacy-policy', 1, new Date('2026-12-01T00:00:00Z'));
    expect(await isSoOnceAnnounced(async () => (await legal()).length === 1)).toBe(true);
    expect(await legal()).toEqual([
      { document_type: 'privacy-policy', revision_hash: revisionHash, effective_at: '2026-12-01T00:00:00.000Z' },
    ]);
  });
});
