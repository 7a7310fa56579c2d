import type { Page } from 'playwright-core';
import { asOwner, BOOTSTRAP } from '../admin/support/admin';
import { aDictionary, dictionaryClient, OPEN, PAID } from '../admin/support/dictionaries';
import { NEW_RELEASE, releaseClient } from '../admin/support/releases';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';

const DONE = { key: 'done', label: { 'zh-CN': '已完成', 'en-US': 'Done' }, value: 30 };

describeInBrowser('Rows in an order', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    // All rows are in sight: a page that is scrolled while something is dragged has its rows elsewhere.
    visitor = await suite.signedIn(BOOTSTRAP, { viewport: { width: 1280, height: 1_600 } });
    page = visitor.page;
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (place: number) => page.locator(`[data-place="${place}"]`);
  const handle = (place: number) => row(place).locator('[draggable="true"]');
  const field = (place: number) => row(place).getByRole('textbox', { name: 'Key' });
  const keys = () => page.locator('[data-place] [draggable] > code:first-of-type').allInnerTexts();
  const focused = () => page.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.id`);

  /** By the sign at its beginning. */
  async function drag(from: number, to: number): Promise<void> {
    const sourcePosition = { x: 16, y: 20 };
    await handle(from).dragTo(handle(to), { sourcePosition, steps: 8 });
  }

  async function openDictionary(): Promise<string> {
    const items = [PAID, OPEN, DONE];
    const { id } = await dictionaryClient(await asOwner(api)).create(aDictionary({ items }));
    await visitor.goTo(`dictionaries/${id}`);
    expect(await keys()).toEqual(['paid', 'open', 'done']);
    return id;
  }

  async function save(method: string, status = 200): Promise<void> {
    const answer = page.waitForResponse((each) => each.request().method() === method);
    await page.keyboard.press('Control+s');
    expect((await answer).status()).toBe(status);
    await visitor.settled();
  }

  it('are moved by dragging and by their keys, and take their open fields along', async () => {
    const id = await openDictionary();
    await button('Edit open').click();
    await drag(0, 2);
    expect(await keys()).toEqual(['open', 'done', 'paid']);
    const opened = page.locator('[data-place]', { has: page.locator('[aria-expanded="true"]') });
    expect(await opened.getAttribute('data-place')).toBe('0');
    expect(await opened.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('open');
    await button('Move paid up').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    expect(await keys()).toEqual(['paid', 'open', 'done']);
    expect(await focused()).toBe('Move paid up');
    expect(await opened.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('open');
    await button('Move done up').click();
    await save('PATCH');
    const { items } = await dictionaryClient(await asOwner(api)).read(id);
    const ordered = [...items].sort((one, other) => Number(one['sort_order']) - Number(other['sort_order']));
    expect(ordered.map(({ key }) => key)).toEqual(['paid', 'done', 'open']);
  });

  it('are added and removed, and the focus goes on beside them', async () => {
    await openDictionary();
    await button('Edit done').click();
    await button('Remove paid').click();
    expect(await keys()).toEqual(['open', 'done']);
    expect(await focused()).toBe('Edit open');
    expect(await field(1).inputValue()).toBe('done');
    await button('Add an item').click();
    expect(await field(1).count()).toBe(0);
    await row(2).locator('input:focus').waitFor();
    await page.keyboard.type('new');
    expect(await keys()).toEqual(['open', 'done', 'new']);
    for (const name of ['Remove open', 'Remove done', 'Remove new']) await button(name).click();
    await page.getByText('No items yet').waitFor();
    expect(await page.locator('[data-do="add"]:focus').count()).toBe(1);
    await button('Undo changes').click();
    expect(await keys()).toEqual(['paid', 'open', 'done']);
  });

  it('show what the API says of a field at that field, and at the list while it is closed', async () => {
    await openDictionary();
    await button('Edit open').click();
    await field(1).fill('not a key');
    await save('PATCH', 422);
    expect(visitor.takeFaults()).toHaveLength(1);
    expect(await field(1).getAttribute('aria-invalid')).toBe('true');
    const told = page.locator('.form-field-error li');
    expect(await told.count()).toBe(1);
    expect(await row(1).locator('.form-field-error li').count()).toBe(1);
    await button('Edit not a key').click();
    expect(await row(1).locator('.form-field-error li').count()).toBe(0);
    expect(await told.count()).toBe(1);
    await button('Undo changes').click();
  });

  it('keep all of their fields open where there are few: links to stores', async () => {
    const link = (name: string) => ({
      name,
      scheme: `market://${name}`,
      url: `https://${name}.example.com`,
      enabled: true,
    });
    const links = [
      { ...link('one'), priority: 2 },
      { ...link('two'), priority: 1 },
    ];
    const releases = releaseClient(await asOwner(api), `apps/${api.appId}/mobile/releases`);
    const { id } = await releases.create({ ...NEW_RELEASE, store_links: links });
    await visitor.goTo(`apps/${api.appId}/releases/${id}`);
    const urls = async () => {
      const fields = await page.getByLabel('Page in the store').all();
      return Promise.all(fields.map((field) => field.inputValue()));
    };
    const urlsBefore = await urls();
    expect(urlsBefore).toEqual(['https://one.example.com', 'https://two.example.com']);
    await drag(1, 0);
    expect(await urls()).toEqual(urlsBefore.toReversed());
    await button('Move one up').click();
    expect(await urls()).toEqual(urlsBefore);
  });

  it('have keys of their own where others look at the one that is open: slides', async () => {
    await visitor.goTo(`apps/${api.appId}/onboarding`);
    const title = (place: number) =>
      row(place)
        .getByRole('group', { name: /^Title/ })
        .getByRole('textbox')
        .first();
    for (const [place, name] of ['First', 'Second'].entries()) {
      await button('Add a slide with a picture that is there already').click();
      await row(place).locator('[data-do="edit"]:focus').waitFor();
      await title(place).fill(name);
    }
    expect(await title(0).count()).toBe(0);
    await button('Move Second up').click();
    expect(await title(0).inputValue()).toBe('Second');
    expect(await title(1).count()).toBe(0);
    await drag(0, 1);
    expect(await title(1).inputValue()).toBe('Second');
    await button('Remove First').click();
    expect(await title(0).inputValue()).toBe('Second');
    expect(await focused()).toBe('Edit Second');
    await button('Undo changes').click();
    await page.getByText('No slide yet').waitFor();
  });
});
