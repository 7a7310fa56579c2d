import { newId } from '@libs/kernel';
import type { Response } from 'supertest';
import { PreviewLinks } from '@libs/content';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { harmsOf } from '../../support/harmless-html';
import { suiteApi } from '../../support/suite';
import { documentsOf, HOSTILE_HTML, HOSTILE_MARKDOWN, isStorable } from '../../support/xss-corpus';
import { type AdminClient, adminClient, anAdmin, asOwner, asRoles, suiteOwner } from '../support/admin';
import { anApp, pageClient } from '../support/pages';
import { uploadedPicture } from '../support/pictures';
import { aTenant } from '../support/tenants';

interface Preview {
  readonly body_html: Readonly<Record<string, string>>;
  readonly removed: readonly { locale: string; url: string }[];
}

describe('POST apps/{app_id}/content/preview', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let appId: string;
  /** Somebody new, as each has a limit. */
  let editor: AdminClient;

  beforeEach(async () => {
    appId = await anApp(api);
    editor = await asRoles(api, 'content_editor');
  });

  const post = (body: object, client = editor, app = appId) => client.post(`apps/${app}/content/preview`, body);
  const preview = async (body: object, body_format = 'markdown', client = editor): Promise<Preview> =>
    (await post({ body, body_format }, client).expect(200)).body.data as Preview;
  const rows = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const withoutUrls = (html: string) => html.replaceAll(/src="[^"]*"/g, 'src=""');
  const urlsIn = (html: string) => [...html.matchAll(/src="([^"]*)"/g)].map(([, url = '']) => url);

  it.each([
    [
      'markdown',
      (id: string) => `# Title <b>\n\n| a | b |\n|---|---|\n| 1 | [x](javascript:1) |\n\n![a](file:${id} "t")\n`,
    ],
    [
      'html',
      (id: string) =>
        `<h1 onclick="x()">Title</h1><script>1</script><img src="file:${id}" height="15"><p style="x">&nbsp;<a href="https://a.example">a</a>`,
    ],
  ])('is what publishing would store, of %s', async (body_format, write) => {
    const picture = await uploadedPicture(owner);
    const body = { 'zh-CN': write(picture), 'en-US': write(picture.toUpperCase()) };
    const { body_html, removed } = await preview(body, body_format);
    await pageClient(owner, `apps/${appId}/content/pages/about-us`).publish({
      ...{ title: { 'zh-CN': 'A', 'en-US': 'A' }, body, body_format },
    });
    expect(Object.keys(body_html)).toEqual(['zh-CN', 'en-US']);
    for (const [locale, html] of Object.entries(body_html)) {
      const headers = { 'X-AppID': appId, 'Accept-Language': locale };
      const read = await api.http.get('/api/v1/public/pages/about-us').set(headers).expect(200);
      expect(read.body.data.body_html).toContain('width=');
      expect(withoutUrls(html)).toBe(withoutUrls(read.body.data.body_html as string));
    }
    expect(removed).toEqual([]);
  });

  it('tells the images that would be removed, by the setting of the App', async () => {
    const text = '![a](https://cdn.example/a.png) ![b](http://cdn.example/b.png)';
    const body = { 'zh-CN': text, 'en-US': text };
    expect((await preview(body)).removed).toEqual(
      ['zh-CN', 'en-US'].flatMap((locale) => [
        { locale, url: 'https://cdn.example/a.png' },
        { locale, url: 'http://cdn.example/b.png' },
      ]),
    );
    const { lock_version } = (await owner.get(`apps/${appId}`).expect(200)).body.data as { lock_version: number };
    await owner.patch(`apps/${appId}`, { lock_version, content: { allow_external_images: true } }).expect(200);
    const allowed = await preview({ 'zh-CN': text });
    expect(allowed.removed).toEqual([{ locale: 'zh-CN', url: 'http://cdn.example/b.png' }]);
    expect(allowed.body_html['zh-CN']).toContain('src="https://cdn.example/a.png"');
  });

  it('shows pictures of a draft for an hour, from the address at which it was asked', async () => {
    const picture = await uploadedPicture(owner);
    const body = { 'zh-CN': `![](file:${picture})` };
    const before = Date.now();
    const [url = ''] = urlsIn((await preview(body)).body_html['zh-CN']!);
    expect(url).toMatch(new RegExp(`^${api.url}/api/v1/public/content-images/${picture}\\?token=`));
    const image = await fetch(url);
    expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
      ...[200, 'image/png', 'no-store'],
    ]);
    const token = new URL(url).searchParams.get('token');
    const { expires } = api.get(PreviewLinks).find('picture', picture, token)!;
    expect(Math.abs(expires * 1_000 - before - 3_600_000)).toBeLessThan(60_000);
    expect(api.get(PreviewLinks).find('picture', picture, token, expires * 1_000)).toBeNull();
    for (const [host, base] of [
      ['console.example:8443', 'http://console.example:8443'],
      // The public URL of the installation, and what is no host of a browser.
      ['localhost:0', 'http://localhost:0'],
      ["a'b&c.example", 'http://localhost:0'],
    ] as const) {
      const answer = await post({ body, body_format: 'markdown' }).set('Host', host).expect(200);
      expect(urlsIn(answer.body.data.body_html['zh-CN'])[0]).toMatch(new RegExp(`^${base}/api/`));
    }
  });

  it('leaves out pictures that the text could not have, without saying which there are', async () => {
    const tenant = await aTenant(api);
    const others = [
      await uploadedPicture(owner, { app_id: await anApp(api) }),
      await uploadedPicture(owner, { purpose: 'app_icon' }),
      await uploadedPicture(owner),
      await uploadedPicture(tenant.owner.client),
      newId(),
      'nothing',
    ];
    await rows(`UPDATE files SET scan_status = 'infected' WHERE id = $1`, [others[2]]);
    const own = await uploadedPicture(owner, { app_id: appId });
    const text = [...others, own].map((id) => `![](file:${id})`).join('\n');
    const { body_html } = await preview({ 'zh-CN': text });
    expect(urlsIn(body_html['zh-CN']!)).toEqual([expect.stringContaining(own)]);
  });

  it('shows empty texts, and any languages', async () => {
    expect(await preview({ 'zh-CN': '', 'ja-JP': ' \n', 'en-US': '<!-- -->' }, 'html')).toEqual({
      body_html: { 'zh-CN': '', 'ja-JP': ' \n', 'en-US': '' },
      removed: [],
    });
    expect((await preview({ 'en-US': '*a*' })).body_html).toEqual({ 'en-US': '<p><em>a</em></p>\n' });
  });

  it.each<[string, object, string[]]>([
    ['no text', { body_format: 'html' }, ['body required']],
    ['no language', { body: {}, body_format: 'html' }, ['body required']],
    ['no format', { body: { 'zh-CN': 'a' } }, ['body_format required']],
    ['another format', { body: { 'zh-CN': 'a' }, body_format: 'rtf' }, ['body_format not_allowed']],
    ['an unknown language', { body: { 'fr-FR': 'a' }, body_format: 'html' }, ['body.fr-FR not_supported_locale']],
    ['another field', { body: { 'zh-CN': 'a' }, body_format: 'html', title: {} }, ['title unknown_field']],
    [
      'a control character',
      { body: { 'zh-CN': 'a', 'en-US': 'a\u0007' }, body_format: 'html' },
      ['body.en-US invalid_text'],
    ],
    [
      'too many pictures',
      { body: { 'zh-CN': '![](file:x)'.repeat(101) }, body_format: 'markdown' },
      ['body.zh-CN too_many_pictures'],
    ],
    [
      'texts that are too complex',
      { body: { 'zh-CN': '<p>'.repeat(60_000), 'en-US': '<b></b>'.repeat(60_000) }, body_format: 'html' },
      ['body.zh-CN too_complex', 'body.en-US too_complex'],
    ],
    [
      'a text that is too long',
      { body: { 'zh-CN': 'x'.repeat(513_000) }, body_format: 'html' },
      ['body.zh-CN too_long'],
    ],
  ])('refuses %s, as saving it does', async (_, body, expected) => {
    const answer = expectProblem(await post(body), 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer)).toEqual(expected);
  });

  it('has nothing in it that could run', async () => {
    for (const [vectors, body_format] of [
      [HOSTILE_HTML.filter(isStorable), 'html'],
      [[...HOSTILE_MARKDOWN, ...HOSTILE_HTML].filter(isStorable), 'markdown'],
    ] as const) {
      for (const text of documentsOf(vectors, Math.ceil(vectors.length / 4))) {
        const { body_html } = await preview({ 'en-US': text }, body_format);
        expect(harmsOf(body_html['en-US']!)).toEqual([]);
      }
    }
  });

  it('stores nothing, and leaves no record but that of a visitor', async () => {
    const counts = () =>
      rows(`SELECT (SELECT count(*) FROM audit_logs) AS audit, (SELECT count(*) FROM content_pages) AS pages,
                   (SELECT count(*) FROM content_pictures) AS pictures, (SELECT count(*) FROM file_usages) AS usages,
                   (SELECT count(*) FROM idempotency_keys) AS keys, (SELECT count(*) FROM outbox_messages) AS messages`);
    const picture = await uploadedPicture(owner);
    const before = await counts();
    const body = { body: { 'zh-CN': `![](file:${picture})` }, body_format: 'markdown' };
    await post(body).set('Idempotency-Key', newId()).expect(200);
    await post({ body: {} }).expect(422);
    expect(await counts()).toEqual(before);
    const tenant = await aTenant(api);
    const { body: apps } = await tenant.owner.client.get('apps').expect(200);
    const foreign = apps.data.items[0].id as string;
    expectProblem(await post(body, editor, foreign), 404, 'RESOURCE.NOT_FOUND');
    await post(body, await asOwner(api, { 'X-Tenant-ID': tenant.id }), foreign).expect(200);
    expect(
      await rows(`SELECT action, outcome, changes FROM audit_logs WHERE tenant_id = $1 AND route LIKE '%preview'`, [
        tenant.id,
      ]),
    ).toEqual([{ action: 'content.preview', outcome: 'success', changes: [] }]);
  });

  it('is for every role that writes pages, legal documents or articles, and for no other', async () => {
    const { body } = await owner.get('roles?page_size=100').expect(200);
    const roles = (body.data.items as { code: string; built_in: boolean; permissions: string[] }[]).filter(
      (role) => role.built_in,
    );
    const writes = (permissions: readonly string[]) =>
      ['pages.write', 'legal.write', 'articles.write'].some((one) => permissions.includes(one));
    expect(roles.filter(({ permissions }) => writes(permissions)).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['owner', 'admin', 'content_editor']),
    );
    const text = { body: { 'zh-CN': 'a' }, body_format: 'html' };
    for (const { code, permissions } of roles) {
      const { status } = await post(text, await asRoles(api, code));
      expect([code, status]).toEqual([code, writes(permissions) ? 200 : 403]);
    }
    await post(text, adminClient(api)).expect(401);
  });

  it('is given thirty times a minute to each user, though other limits are off', async () => {
    const admin = await anAdmin(api, ['content_editor']);
    const [client, text] = [adminClient(api, admin.token), { body: { 'zh-CN': 'a' }, body_format: 'html' }];
    const elsewhere = await anApp(api);
    const answers: Response[] = [];
    // No more of a tenant wait at the same time for their texts.
    for (const count of [16, 15]) {
      const some = Array.from({ length: count }, (_, index) => post(text, client, index % 2 === 0 ? appId : elsewhere));
      answers.push(...(await Promise.all(some)));
    }
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expectProblem(refused[0]!, 429, 'REQUEST.RATE_LIMITED');
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    await post(text).expect(200);
  });
});
