import { SUPPORTED_LOCALES } from '@libs/kernel';
import fc from 'fast-check';
import { feedsHaveHeard } from '../../support/database';
import { canonicalJson } from '../../support/canonical-json';
import { rounds } from '../../support/rounds';
import { suiteOwner } from '../support/admin';
import { aCategory, articleClient, recomputedArticleHash } from '../support/articles';
import { anApp, DRAFT, pageClient, recomputedHash } from '../support/pages';
import { anyText } from '../../support/any-text';
import { suiteApi } from '../../support/suite';

/** Texts that programs write, sort or escape differently. */
const NASTY = [
  'A lone escape: \\ud800 \\udc00 \\u0000 \\" \\\\ \\/',
  'Quotes " \' ` / \\ and \u007e \u0080 \u009f \u00a0 \u00ad \uffff',
  'Separators \u2028 \u2029 \u0085 \ufeff \u200b \u202e',
  'Emoji 😀 👩‍👩‍👧 🇨🇳 \u{10ffff} \ufe0f',
  'Composed é ﬁ Å 가, decomposed e\u0301 fi A\u030a \u1100\u1161',
  'Numbers 1e400 -0 0.10 9007199254740993 １２',
  '</script> <b>&amp;&lt;</b> %22 +',
  '{"key":"about-us","revision":1}',
  '标题 題名 タイトル ㍿ 𠮷 \u{2f800}',
];
/** In bodies only. */
const BREAKS = 'Lines\r\nof\nall\rkinds\tand tabs';

const api = suiteApi();
const admin = suiteOwner(api);

describe.each([
  ['pages/help', '/api/v1/public/pages/help'],
  ['legal/terms-of-service', '/api/v1/public/legal/terms-of-service'],
])('revision_hash of %s', (name, publicPath) => {
  let appId: string;
  let page: ReturnType<typeof pageClient>;

  beforeEach(async () => {
    appId = await anApp(api, { supportedLocales: [...SUPPORTED_LOCALES] });
    page = pageClient(admin, `apps/${appId}/content/${name}`);
  });

  it('is that of the canonical JSON of what the list answers, for each revision', async () => {
    for (const [index, text] of NASTY.entries()) {
      // In another order each time: the canonical one is that of none of them.
      const locales = SUPPORTED_LOCALES.map((_, nth) => SUPPORTED_LOCALES[(nth * 3 + index) % 4]!);
      const texts = (each: string) => Object.fromEntries(locales.map((locale) => [locale, `${each} (${locale})`]));
      await page.publish({
        effective_at: index % 2 === 0 ? null : `2026-0${index}-01T00:00:00.00${index}+09:30`,
        body_format: index % 3 === 0 ? 'html' : 'markdown',
        body: texts(`${text}\n\n${BREAKS}`),
        title: texts(text),
      });
    }
    for (let count = NASTY.length; count < 11; count++) await page.publish();
    const revisions = await page.revisions();
    expect(revisions.map(({ revision }) => revision)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(revisions.map(recomputedHash)).toEqual(revisions.map(({ revision_hash }) => revision_hash));
    expect(new Set(revisions.map(({ revision_hash }) => revision_hash)).size).toBe(11);
    const { published } = await page.read();
    expect(published?.revision_hash).toBe(revisions[0]!.revision_hash);
    await feedsHaveHeard();
    const { body } = await api.http.get(publicPath).set('X-AppID', appId).expect(200);
    expect(body.data.revision_hash).toBe(revisions[0]!.revision_hash);
    // Every character that was written counts.
    const [markdown] = revisions.filter(({ revision }) => revision === 2);
    expect(markdown!.body).toMatchObject({ 'zh-CN': `${NASTY[1]}\n\n${BREAKS} (zh-CN)` });
    expect(canonicalJson(markdown!.title)).toMatch(/^\{"en-US":.*,"ja-JP":.*,"zh-CN":.*,"zh-TW":/);
  });

  it('is that of any text that is accepted', async () => {
    const text = anyText({ minLength: 1, maxLength: 40 })
      .filter((value) => value.isWellFormed())
      .map((value) => `A${value.replaceAll(/[\p{Cc}]/gu, '')}`);
    await fc.assert(
      fc.asyncProperty(text, text, fc.constantFrom('html', 'markdown'), async (title, body, body_format) => {
        await page.publish({
          ...DRAFT,
          title: { 'zh-CN': title, 'en-US': body },
          body: { 'zh-CN': body },
          body_format,
        });
        const [latest] = await page.revisions();
        expect(recomputedHash(latest!)).toBe(latest!.revision_hash);
        expect(latest!.title).toEqual({ 'zh-CN': title, 'en-US': body });
      }),
      { numRuns: rounds(40) },
    );
  });
});

describe('revision_hash of articles', () => {
  let articles: ReturnType<typeof articleClient>;
  let appId: string;

  beforeAll(async () => {
    appId = await anApp(api, { supportedLocales: [...SUPPORTED_LOCALES] });
    articles = articleClient(admin, appId);
  });

  it('is that of the canonical JSON of what the list answers, and in the ETag that readers get', async () => {
    const inEach = (text: string, shift: number) => {
      const locales = SUPPORTED_LOCALES.map((_, nth) => SUPPORTED_LOCALES[(nth * 3 + shift) % 4]!);
      return Object.fromEntries(locales.map((locale) => [locale, `${text} (${locale})`]));
    };
    let article = await articles.create({ category_id: await aCategory(api, appId) });
    for (const [index, text] of NASTY.entries()) {
      article = await articles.publish(
        await articles.update(article, {
          category_id: await aCategory(api, appId),
          slug: `nasty-${index}`,
          title: inEach(text, index),
          summary: index % 2 === 0 ? null : inEach(text, index + 1),
          body: inEach(`${text}\n\n${BREAKS}`, index + 2),
          body_format: index % 3 === 0 ? 'html' : 'markdown',
          tags: NASTY.toSpliced(index, 1).map((tag) =>
            [...tag.replaceAll(/\p{Cc}/gu, '')].slice(0, 30).join('').trim(),
          ),
          visibility: index % 2 === 0 ? 'public' : 'members',
          pinned: index % 2 === 1,
        }),
      );
    }
    const revisions = await articles.revisions(article);
    expect(revisions.map(({ revision }) => revision)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(revisions.map(recomputedArticleHash)).toEqual(revisions.map(({ revision_hash }) => revision_hash));
    const second = revisions.find(({ revision }) => revision === 2);
    expect(second).toMatchObject({
      title: { 'zh-CN': `${NASTY[1]} (zh-CN)` },
      body: { 'zh-CN': `${NASTY[1]}\n\n${BREAKS} (zh-CN)` },
    });
    const { headers } = await api.http
      .get('/api/v1/public/articles/nasty-8')
      .set({ 'X-AppID': appId, 'Accept-Language': 'ja' })
      .expect(200);
    expect(headers['etag']).toMatch(new RegExp(`^"${revisions[0]!.revision_hash}-ja-JP-[\\w-]{27}"$`));
  });
});
