import type { Locator, Page } from 'playwright-core';
import { asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { uploadedPicture } from '../admin/support/pictures';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';
import { focusOf, MOST_STOPS } from './support/focus';
import { placesOf } from './support/records';

describeInBrowser('By the keyboard alone', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;
  let places: ReadonlyMap<string, string>;

  beforeAll(async () => {
    owner = await asOwner(api);
    places = await placesOf(api);
    for (let count = 0; count < 3; count += 1) await uploadedPicture(owner);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  const press = (key: string) => page.keyboard.press(key);
  const focused = () => focusOf(page);
  const hasFocus = async (one: Locator) => (await one.and(page.locator(':focus')).count()) === 1;
  const palette = () => page.getByRole('dialog', { name: 'Go to, create, find' });

  /** Goes on by Tab until there: down from the heading, and then from the top, after the browser's own turn. */
  async function reach(one: Locator): Promise<void> {
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await press('Tab');
      if (await hasFocus(one)) return;
    }
    throw new Error('It cannot be reached by the keyboard');
  }

  it('the palette leads elsewhere, and back where it is given up', async () => {
    await visitor.goTo('files');
    await press('Control+k');
    const input = palette().getByRole('combobox');
    await input.waitFor();
    expect(await hasFocus(input)).toBe(true);
    await page.keyboard.type('dictionar');
    await palette().getByRole('option', { name: 'Dictionaries' }).waitFor();
    const before = await input.getAttribute('aria-activedescendant');
    await press('ArrowDown');
    expect(await input.getAttribute('aria-activedescendant')).not.toBe(before);
    await press('ArrowUp');
    await press('Enter');
    await page.waitForURL(/\/dictionaries$/);
    await page.locator('h1:focus').waitFor();
    await visitor.settled();
    await press('/');
    const search = page.getByRole('searchbox').or(page.locator('[data-search] input, input[data-search]')).first();
    expect(await hasFocus(search)).toBe(true);
    await press('Control+k');
    await palette().waitFor();
    await press('Escape');
    await palette().waitFor({ state: 'detached' });
    expect(await hasFocus(search)).toBe(true);
  });

  it('a table is walked, ticked and left by its keys', async () => {
    await visitor.goTo('files');
    const rows = page.locator('tr[data-row]');
    const link = (place: number) => rows.nth(place).getByRole('link').first();
    const last = (await rows.count()) - 1;
    expect(last).toBeGreaterThan(1);
    await reach(link(0));
    for (const [key, place] of [
      ['ArrowDown', 1],
      ['End', last],
      ['ArrowDown', last],
      ['ArrowUp', last - 1],
      ['Home', 0],
    ] as const) {
      await press(key);
      await page.locator(`tr[data-row="${place}"] a:focus`).waitFor();
    }
    await press('x');
    const selected = page.getByText('1 selected', { exact: true });
    await selected.waitFor();
    await press('x');
    await selected.waitFor({ state: 'hidden' });
    await press('Enter');
    await page.waitForURL(/\/files\/[0-9a-f-]{36}/);
    await page.locator('h1:focus').waitFor();
    await visitor.settled();
  });

  it('a drawer holds the focus until it is left, and gives it back', async () => {
    await visitor.goTo('files');
    const opener = page.getByRole('button', { name: 'API requests' });
    await reach(opener);
    await press('Enter');
    const drawer = page.getByRole('dialog', { name: 'API requests' });
    await drawer.waitFor();
    for (let stop = 0; stop < 12; stop += 1) {
      await press('Tab');
      const isOutside = await page.evaluate(
        `document.activeElement !== document.body && !document.activeElement.closest('dialog[open]')`,
      );
      expect(isOutside).toBe(false);
    }
    await press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await hasFocus(opener)).toBe(true);
  });

  it('a question is given up by Escape, and answered by its keys', async () => {
    const code = 'to.be.deleted';
    const { body } = await owner.post('dictionaries', { code, name: { 'en-US': code }, scope: 'tenant' }).expect(201);
    await visitor.goTo(`dictionaries/${(body.data as { id: string }).id}`);
    const opener = page.getByRole('button', { name: 'Delete', exact: true });
    const question = page.getByRole('alertdialog');
    await reach(opener);
    await press('Enter');
    await question.waitFor();
    expect(await page.evaluate(`document.activeElement.closest('dialog[open]') !== null`)).toBe(true);
    await press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await hasFocus(opener)).toBe(true);
    await press('Enter');
    const typed = question.getByRole('textbox').first();
    if (!(await hasFocus(typed))) await reach(typed);
    await page.keyboard.type(code);
    await press('Enter');
    await page.waitForURL(/\/dictionaries$/);
    await page.locator('h1:focus').waitFor();
    await visitor.settled();
    expect(await page.getByRole('row').filter({ hasText: code }).count()).toBe(0);
  });

  it('an order is changed, and the focus goes with what was moved', async () => {
    await visitor.goTo(places.get('dictionaries.record')!);
    const keys = page.locator('[data-place] code').filter({ hasText: /^(?:open|paid)$/ });
    expect(await keys.allInnerTexts()).toEqual(['open', 'paid']);
    await reach(page.getByRole('button', { name: 'Edit paid' }));
    await press('Enter');
    await reach(page.getByRole('button', { name: 'Move open down' }));
    await press('Enter');
    await page.locator('[data-place="1"] button:focus').waitFor();
    expect(await keys.allInnerTexts()).toEqual(['paid', 'open']);
    // The fields that were open are still those of the same item.
    const opened = page.locator('[data-place]', { has: page.locator('[aria-expanded="true"]') });
    expect(await opened.locator('code').first().innerText()).toBe('paid');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await press('Control+s');
    expect((await saved).status()).toBe(200);
    await visitor.settled();
    expect(await keys.allInnerTexts()).toEqual(['paid', 'open']);
    expect((await focused()).isLost).toBe(false);
  });
});
