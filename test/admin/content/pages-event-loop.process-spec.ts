import { longestHold } from '../../support/event-loop';
import { suiteApi } from '../../support/suite';
import { feedsHaveHeard } from '../../support/database';
import { suiteOwner } from '../support/admin';
import { aCategory, articleClient } from '../support/articles';
import { anApp, pageClient } from '../support/pages';

/** Nearly as many cells as a text may have: renders for half a second, several times as long as the loop may be held. */
const CELL = '&'.repeat(8);
const TABLE = `|a|b|c|d|\n|-|-|-|-|\n${`|${CELL}|${CELL}|${CELL}|w|\n`.repeat(9_900)}`;
const LOCALES = ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'];
const inAll = (text: string) => Object.fromEntries(LOCALES.map((locale) => [locale, text]));
/** It and its HTML are as long as the table and that of the table, which takes fifty times as long to render. */
const LONG = `${'a'.repeat(210_000)}\n\n[a]: https://a.example "${'b'.repeat(9_000)}"\n\n${'[a] '.repeat(110)}`;
const BODY = { ...inAll(LONG), 'en-US': TABLE };
const LARGE = { title: inAll('Table'), body: BODY, body_format: 'markdown', effective_at: null };

/** Generous: client and server share the loop here, and what came in while the machine was busy. */
const MAX_HOLD_MS = 300;

describe('A page that is large in four languages', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;

  beforeAll(async () => {
    appId = await anApp(api, { supportedLocales: ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'] });
  });

  it('is written, published and read while the process serves everybody else', async () => {
    const page = pageClient(admin, `apps/${appId}/content/pages/about-us`);
    let isOver = false;
    let answered = 0;
    const others = async () => {
      while (!isOver) {
        await api.http.get('/internal/v1/health/live').expect(200);
        answered++;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    };
    const asked = others();
    const written = await longestHold(async () => {
      const { published } = await page.publish(LARGE);
      expect(published.revision).toBe(1);
    });
    isOver = true;
    await asked;
    expect(written).toBeLessThan(MAX_HOLD_MS);
    expect(answered).toBeGreaterThan(20);

    await feedsHaveHeard();
    const read = await longestHold(async () => {
      for (const locale of LOCALES) {
        const { body } = await api.http
          .get('/api/v1/public/pages/about-us')
          .set({ 'X-AppID': appId, 'Accept-Language': locale })
          .expect(200);
        const { body_html } = (body as { data: { body_html: string } }).data;
        expect(body_html).toContain(locale === 'en-US' ? '<td>w</td>' : 'bbbb">a</a>');
        expect(body_html.length).toBeGreaterThan(1_000_000);
      }
    });
    expect(read).toBeLessThan(MAX_HOLD_MS);
  }, 300_000);

  it('holds nobody up as an article either, with all that can be searched in it', async () => {
    const articles = articleClient(admin, appId);
    const category_id = await aCategory(api, appId);
    // Each of its pairs of characters is a word of the search.
    const long = Array.from({ length: 25_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join(
      '',
    );
    const body = { ...BODY, 'zh-CN': long, 'zh-TW': long };
    const held = await longestHold(async () => {
      const article = await articles.create({ category_id, title: LARGE.title, body });
      const { published } = await articles.publish(await articles.update(article, { pinned: true }));
      expect(published!.revision).toBe(1);
    });
    expect(held).toBeLessThan(MAX_HOLD_MS);
  }, 300_000);
});
