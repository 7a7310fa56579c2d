import type { Page } from 'playwright-core';
import { asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import type { DictionaryAnswer } from '../admin/support/dictionaries';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { suiteConsole, type Visitor } from './support/console';
import { placesOf } from './support/records';
import { SCREENS } from './support/screens';

/** A name of each kind that has broken somebody's page. */
const NAMES = {
  markup: `"><script>alert(1)</script><img src=x onerror="alert(2)"><b>bold</b>&amp;`,
  placeholders: `{name} {0} @:frame.home | one | many %s $1 \${x}`,
  'right to left': '\u202Egnp.exe\u202C \u2067מחיר\u2069 السعر',
  pictures: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(4),
  marks: `Z\u0351\u0342\u034A${'\u0338'.repeat(60)} a\u0308\u0301`,
  'one long word': 'W'.repeat(120),
};

/** By how much the page is wider than its window. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Links that lead anywhere but to pages and mail programs. */
const ODD_LINKS = `[...document.querySelectorAll('a[href], area[href], form[action]')]
  .map((one) => one.href ?? one.action).filter((href) => !/^(?:https?|mailto|blob):/i.test(href))`;

describeInBrowser('Texts that mean harm', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;
  /** Whatever a script of a text would have opened. */
  const ran: string[] = [];

  beforeAll(async () => {
    owner = await asOwner(api);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterEach(() => expect(ran).toEqual([]));

  it.each(Object.entries(NAMES))('are shown as they are: %s', async (kind, name) => {
    const code = `hostile.${kind.replaceAll(' ', '_')}`;
    const items = [{ key: 'one', label: { 'en-US': name }, value: name }];
    const { body } = await owner
      .post('dictionaries', { code, name: { 'en-US': name }, scope: 'tenant', items })
      .expect(201);
    const { id } = body.data as DictionaryAnswer;
    await visitor.goTo(`dictionaries?q=${encodeURIComponent(code)}`);
    const row = page.getByRole('row').filter({ hasText: code });
    expect(await row.getByRole('link').first().textContent()).toContain(name);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    await visitor.goTo(`dictionaries/${id}`);
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.locator('h1').textContent()).toBe(name);
    expect(await page.getByRole('group', { name: 'Name' }).getByLabel('English').inputValue()).toBe(name);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog');
    expect(await question.locator('h2').textContent()).toContain(name);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'History' }).click();
    await visitor.settled();
    await page.locator('main').getByText('Administrator').first().waitFor();
    // The palette knows the places that were visited by their titles.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('become no links, wherever they are shown', async () => {
    await queryAs(
      api.urls.superuserUrl,
      `UPDATE apps SET name = $1, support = support || '{"url": "javascript:alert(3)", "email": "javascript:alert(4)"}' WHERE id = $2`,
      [NAMES.markup, api.appId],
    );
    const places = await placesOf(api);
    // The page has read the App before.
    await visitor.open('files');
    for (const { name } of SCREENS) {
      await visitor.goTo(places.get(name)!);
      expect({ name, links: await page.evaluate(ODD_LINKS) }).toEqual({ name, links: [] });
    }
    expect(await page.getByRole('button', { name: 'Switch the App' }).textContent()).toContain(NAMES.markup);
  });
});
