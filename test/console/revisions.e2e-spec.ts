import type { Page } from 'playwright-core';
import { asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { articleClient, aCategory, ARTICLE } from '../admin/support/articles';
import { DRAFT, pageClient } from '../admin/support/pages';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';

const FIRST = { 'zh-CN': '第一', 'en-US': 'The first title' };
const SECOND = { 'zh-CN': '第一', 'en-US': 'The second title' };
const DRAFTED = { 'zh-CN': '第一', 'en-US': 'The title of the draft' };

interface Published {
  /** Below `/console/`. */
  readonly place: string;
  readonly draftTitle: () => Promise<unknown>;
}

describeInBrowser('Revisions', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    owner = await asOwner(api);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  /** Published twice, with a draft beside that. */
  async function anArticle(): Promise<Published> {
    const articles = articleClient(owner, api.appId);
    const category_id = await aCategory(api, api.appId);
    const first = await articles.publish(await articles.create({ ...ARTICLE, category_id, title: FIRST, tags: ['a'] }));
    const second = await articles.publish(await articles.update(first, { title: SECOND, pinned: true }));
    await articles.update(second, { title: DRAFTED });
    return {
      place: `apps/${api.appId}/articles/${first.id}`,
      draftTitle: async () => (await articles.read(first.id))['title'],
    };
  }

  async function aDocument(list: 'pages' | 'legal', key: string): Promise<Published> {
    const document = pageClient(owner, `apps/${api.appId}/content/${list}/${key}`);
    for (const title of [FIRST, SECOND]) await document.publish({ ...DRAFT, title });
    await document.save({ ...DRAFT, title: DRAFTED });
    return {
      place: `apps/${api.appId}/${list}/${key}`,
      draftTitle: async () => (await document.read()).draft?.['title'],
    };
  }

  it.each([
    ['an article', anArticle],
    ['a page', () => aDocument('pages', 'about-us')],
    ['a legal document', () => aDocument('legal', 'privacy-policy')],
  ] as const)('of %s are listed, compared, proven and restored', async (_, publish) => {
    const { place, draftTitle } = await publish();
    await visitor.goTo(place);
    await page.getByRole('tab', { name: 'Revisions' }).click();
    await visitor.settled();
    const list = page.getByRole('region', { name: 'Revisions' });
    const shown = page.getByRole('tabpanel').locator('section.ak-card');
    const titles = () => shown.getByRole('group', { name: /Title/ }).getByRole('insertion').allInnerTexts();
    const other = shown.getByLabel('compared with');
    expect(await list.getByRole('button', { name: /^Revision/ }).count()).toBe(2);
    expect(await list.getByText('Readers see this').count()).toBe(1);
    await list.getByText('Administrator').first().waitFor();

    await shown.getByText('Content matches its hash').waitFor();
    await shown.getByRole('heading', { name: 'Revision 2' }).waitFor();
    expect(await other.inputValue()).toBe('1');
    expect((await titles()).join('')).toBe('second');
    expect(await shown.getByRole('heading', { name: '中文' }).count()).toBe(0);

    await other.selectOption({ label: 'The draft' });
    await visitor.settled();
    expect((await titles()).join('')).toMatch(/draft/);

    await list.getByRole('button', { name: 'Revision 1' }).click();
    await visitor.settled();
    await shown.getByText('Content matches its hash').waitFor();
    // Before the first there was nothing: all of it is new.
    expect(await titles()).toEqual(expect.arrayContaining(['第一', 'The first title']));

    await shown.getByRole('button', { name: 'Restore into the draft' }).click();
    const question = page.getByRole('alertdialog', { name: 'Restore revision 1 into the draft?' });
    await question.getByLabel(/^Reason/).fill('It was better');
    const restored = page.waitForResponse((answer) => answer.url().endsWith('/revisions/1/restore'));
    await question.getByRole('button', { name: 'Restore into the draft' }).click();
    expect((await restored).status()).toBe(200);
    expect(await draftTitle()).toEqual(FIRST);
    await visitor.settled();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('It was better').waitFor();
  });

  it('of an article decide who is said to find it, and not the working copy', async () => {
    const articles = articleClient(owner, api.appId);
    const category_id = await aCategory(api, api.appId);
    const published = await articles.publish(
      await articles.create({ ...ARTICLE, category_id, slug: 'who-finds-it', visibility: 'members' }),
    );
    const changed = await articles.update(published, { visibility: 'public' });
    const address = () => page.locator('summary', { hasText: 'Its address for' }).innerText();
    await visitor.goTo(`apps/${api.appId}/articles/${published.id}`);
    expect(await address()).toBe('Its address for members');
    await articles.publish(changed);
    await visitor.open(`apps/${api.appId}/articles/${published.id}`);
    expect(await address()).toBe('Its address for everybody');
  });
});
