import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { distinctTags } from '../../libs/content/src/domain/articles/tags';
import { suiteOwner } from '../admin/support/admin';
import { articleClient } from '../admin/support/articles';
import { categoryClient } from '../admin/support/categories';
import { anApp } from '../admin/support/pages';
import { someone } from '../mobile/support/me';
import { type TestApi } from '../support/api';
import { harmsOf } from '../support/harmless-html';
import { suiteApi } from '../support/suite';
import { documentsOf, HOSTILE_HTML, HOSTILE_MARKDOWN, isStorable } from '../support/xss-corpus';

const HTML = HOSTILE_HTML.filter(isStorable);
const ALL = [...HOSTILE_MARKDOWN, ...HOSTILE_HTML].filter(isStorable);
/** Titles, summaries and names of categories have no line breaks. */
const LINES = ALL.filter((vector) => !/\p{Cc}/u.test(vector));
/** Each once, without regard to case: of several that are the same only the first is kept. */
const TAGS = distinctTags(LINES.filter((vector) => [...vector].length <= 50 && vector === vector.trim()));
const ARTICLES_OF_A_FORMAT = 3;

type Texts = Readonly<Record<SupportedLocale, string>>;
interface Shown {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly category: { readonly name: string };
}

/** As many of the vectors in each text as there is room for, one text after the other. */
function packed(vectors: readonly string[], max: number): string[] {
  const texts: string[] = [];
  for (const vector of vectors) {
    const joined = `${texts.at(-1)} ${vector}`;
    if (texts.length > 0 && [...joined].length <= max) texts.splice(-1, 1, joined);
    else texts.push(vector);
  }
  return texts;
}

/** One text in each language, the nth of all. */
function inEach(texts: readonly string[], nth: number): Texts {
  const at = (index: number) => texts[(nth * SUPPORTED_LOCALES.length + index) % texts.length];
  return Object.fromEntries(SUPPORTED_LOCALES.map((locale, index) => [locale, at(index)])) as Texts;
}

describe('Hostile texts of articles', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let names: Texts;
  let category_id: string;
  let surfaces: readonly ((path: string, locale: string) => ReturnType<TestApi['http']['get']>)[];

  beforeAll(async () => {
    appId = await anApp(api, { supportedLocales: [...SUPPORTED_LOCALES] });
    names = inEach(packed(LINES, 100), 0);
    category_id = (await categoryClient(admin, appId).create('hostile', { name: names })).id;
    const { pair } = await someone(api, {}, appId);
    const ask = (url: string, locale: string) => api.http.get(url).set({ 'X-AppID': appId, 'Accept-Language': locale });
    surfaces = [
      (path, locale) => ask(`/api/v1/public/${path}`, locale),
      (path, locale) => ask(`/api/v1/${path}`, locale).set('Authorization', `Bearer ${pair.access_token}`),
    ];
  });

  const titles = packed(LINES, 200);
  const summaries = packed(LINES, 500);
  const formats = [
    ['html', HTML],
    ['markdown', ALL],
  ] as const;

  it.each(formats)(
    'do no harm to readers as %s, and all but body_html is told as it was written',
    async (body_format, vectors) => {
      const articles = articleClient(admin, appId);
      const bodies = documentsOf(
        vectors,
        Math.ceil(vectors.length / (ARTICLES_OF_A_FORMAT * SUPPORTED_LOCALES.length)),
      );
      const half = body_format === 'html' ? 0 : ARTICLES_OF_A_FORMAT;
      for (let nth = 0; nth < ARTICLES_OF_A_FORMAT; nth++) {
        const slug = `${body_format}-${nth}`;
        const written = {
          title: inEach(titles, half + nth),
          summary: inEach(summaries, half + nth),
          tags: TAGS.slice((half + nth) * 20).slice(0, 20),
        };
        const texts = inEach(bodies, nth);
        const draft = await articles.create({
          category_id,
          slug,
          ...written,
          body: texts,
          body_format,
          visibility: 'public',
        });
        expect(draft).toMatchObject(written);
        const [revision] = await articles.revisions(await articles.publish(draft));
        expect(revision).toMatchObject({ ...written, body: draft['body'] });
        for (const locale of SUPPORTED_LOCALES) {
          const shown = {
            title: written.title[locale],
            summary: written.summary[locale],
            tags: written.tags,
            category: { slug: 'hostile', name: names[locale] },
          };
          for (const get of surfaces) {
            const { body, headers } = await get(`articles/${slug}`, locale).expect(200);
            expect(headers).toMatchObject({
              'content-type': 'application/json; charset=utf-8',
              'x-content-type-options': 'nosniff',
            });
            const { body_html, ...rest } = body.data as Shown & { locale: string; body: string; body_html: string };
            expect(rest).toMatchObject({ ...shown, locale, body: (draft['body'] as Texts)[locale] });
            expect([locale, harmsOf(body_html)]).toEqual([locale, []]);
            // Something was left to look at.
            expect(body_html).toMatch(/Sentence \d+\./);
            if (body_format === 'html') expect([locale, harmsOf(rest.body)]).toEqual([locale, []]);
            else expect(rest.body).toBe(texts[locale]);
            const list = await get('articles', locale).expect(200);
            expect((list.body.data.items as Shown[]).find((item) => item.slug === slug)).toMatchObject(shown);
          }
        }
      }
    },
  );

  it('are looked for as they are written, as tags and as texts', async () => {
    const articles = articleClient(admin, appId);
    const [slug, tag] = ['found', TAGS.find((one) => one.includes('<script'))!];
    const title = { 'zh-CN': `<b onclick=x()>"&amp;'` };
    const draft = await articles.create({ category_id, slug, title, tags: [tag], visibility: 'public' });
    await articles.publish(draft);
    for (const get of surfaces) {
      for (const [q, ...tags] of [[title['zh-CN'], tag], ['<b onclick'], [tag]]) {
        const search = [`q=${encodeURIComponent(q!)}`, ...tags.map((one) => `tag=${encodeURIComponent(one)}`)].join(
          '&',
        );
        const { body } = await get(`articles?${search}`, 'zh').expect(200);
        expect(body.data.items).toContainEqual(expect.objectContaining({ slug, title: title['zh-CN'], tags: [tag] }));
      }
    }
  });
});
