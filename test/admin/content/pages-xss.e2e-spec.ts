import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { feedsHaveHeard } from '../../support/database';
import { harmsOf } from '../../support/harmless-html';
import { suiteApi } from '../../support/suite';
import { documentsOf, HOSTILE_HTML, HOSTILE_MARKDOWN, isStorable } from '../../support/xss-corpus';
import { suiteOwner } from '../support/admin';
import { anApp, DRAFT, pageClient } from '../support/pages';

const PAGES = ['pages/about-us', 'pages/contact-us', 'pages/help', 'pages/user-guide'];
const DOCUMENTS = ['legal/privacy-policy', 'legal/terms-of-service'];

const HTML = HOSTILE_HTML.filter(isStorable);
const ALL = [...HOSTILE_MARKDOWN, ...HOSTILE_HTML];
const MARKDOWN = ALL.filter(isStorable);

/** Plain text, whatever it looks like. */
const TITLES = Object.fromEntries(SUPPORTED_LOCALES.map((locale) => [locale, `<b onclick=x()>${locale}</b>`]));

type Bodies = Partial<Record<SupportedLocale, string>>;

/** Texts in each language for each of the pages, which together hold all of them. */
function bodiesFor(pages: readonly string[], vectors: readonly string[]): [page: string, bodies: Bodies][] {
  const texts = documentsOf(vectors, Math.ceil(vectors.length / (pages.length * SUPPORTED_LOCALES.length)));
  return pages.map((page, index) => [
    page,
    Object.fromEntries(SUPPORTED_LOCALES.map((locale, nth) => [locale, texts[index * SUPPORTED_LOCALES.length + nth]])),
  ]);
}

describe('Hostile texts', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;

  beforeAll(async () => {
    appId = await anApp(api, { supportedLocales: [...SUPPORTED_LOCALES] });
  });

  const read = async (page: string, locale: string) => {
    const { body } = await api.http
      .get(`/api/v1/public/${page}`)
      .set({ 'X-AppID': appId, 'Accept-Language': locale })
      .expect(200)
      .expect('X-Content-Type-Options', 'nosniff')
      .expect('Content-Type', 'application/json; charset=utf-8');
    return body.data as { locale: string; body: string; body_html: string };
  };

  it.each([
    ...bodiesFor(PAGES, HTML).map((page) => ['html', ...page] as const),
    ...bodiesFor(DOCUMENTS, MARKDOWN).map((page) => ['markdown', ...page] as const),
  ])('do no harm as %s of %s, neither to readers nor to editors', async (body_format, page, bodies) => {
    const client = pageClient(admin, `apps/${appId}/content/${page}`);
    const saved = await client.save({ ...DRAFT, title: TITLES, body: bodies, body_format });
    const { lock_version } = saved;
    await admin.post(`${client.path}/publish`, { lock_version }).expect(200);
    const [revision] = await client.revisions();
    expect(revision!.body).toEqual(saved.draft!['body']);
    await feedsHaveHeard();
    for (const locale of SUPPORTED_LOCALES) {
      const { body, body_html, ...rest } = await read(page, locale);
      expect(rest).toMatchObject({ locale, title: TITLES[locale] });
      expect([locale, harmsOf(body_html)]).toEqual([locale, []]);
      // Something was left to look at.
      expect(body_html).toMatch(/Sentence \d+\./);
      expect(body).toBe((revision!.body as Bodies)[locale]);
      if (body_format === 'html') expect([locale, harmsOf(body)]).toEqual([locale, []]);
      else expect(body).toBe(bodies[locale]);
    }
  });

  it('are refused for characters that HTML cannot represent', async () => {
    const refused = ALL.filter((vector) => !isStorable(vector));
    expect(refused.length).toBeGreaterThan(5);
    const { path, read: present } = pageClient(admin, `apps/${await anApp(api)}/content/pages/help`);
    for (const vector of refused) {
      for (const body_format of ['html', 'markdown']) {
        const draft = { ...DRAFT, body: { 'zh-CN': `文 ${vector}` }, body_format, lock_version: 1 };
        const response = await admin.put(`${path}/draft`, draft);
        expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
        expect(reasons(response.body)).toEqual(['body.zh-CN invalid_text']);
      }
    }
    expect(await present()).toMatchObject({ draft: null, lock_version: 1 });
  });
});
