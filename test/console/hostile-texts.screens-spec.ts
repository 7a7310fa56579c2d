import type { Page } from 'playwright-core';
import { asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import type { DictionaryAnswer } from '../admin/support/dictionaries';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { suiteConsole, type Visitor } from './support/console';
import { placesOf } from './support/records';
import { SCREENS } from './support/screens';
import { HOSTILE_BODY } from './support/xss';

/** A name of each kind that has broken somebody's page. */
const NAMES = {
  markup: `"><script>alert(1)</script><img src=x onerror="alert(2)"><b>bold</b>&amp;`,
  placeholders: `{name} {0} @:frame.home | one | many %s $1 \${x}`,
  'right to left': '\u202Egnp.exe\u202C \u2067מחיר\u2069 السعر',
  pictures: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(4),
  marks: `Z\u0351\u0342\u034A${'\u0338'.repeat(60)} a\u0308\u0301`,
  'one long word': 'W'.repeat(120),
};

/** Short enough for each name that people may give. */
const SHORT = `"><img src=x onerror="alert(9)">{n} @:frame.home | \u202Egnp`;

const [PHONE, DESK] = [
  [390, 844],
  [1280, 900],
] as const;

/** Puts it wherever people write names, titles and notes. */
const LOCALIZED = `jsonb_build_object('zh-CN', $1::text, 'en-US', $1::text)`;
const EVERYWHERE = [
  `UPDATE users SET display_name = $1`,
  `UPDATE tenants SET name = $1`,
  `UPDATE roles SET name = $1`,
  `UPDATE organization_units SET name = $1 || left(id::text, 2) || right(id::text, 4)`,
  `UPDATE files SET filename = $1`,
  `UPDATE api_clients SET name = $1, description = $1`,
  `UPDATE webhook_endpoints SET description = $1`,
  `UPDATE settings SET description = $1`,
  `UPDATE devices SET model = $1`,
  `UPDATE content_dictionaries SET name = ${LOCALIZED}`,
  `UPDATE content_categories SET name = ${LOCALIZED}`,
  `UPDATE content_articles SET title = ${LOCALIZED}`,
  `UPDATE notification_messages SET title = ${LOCALIZED}`,
  `UPDATE releases SET title = ${LOCALIZED}`,
];

/** Screens that show the name of the App, or how its makers are reached. */
const OF_THE_APP = ['start.home', 'apps.list', 'apps.settings', 'overview.app'];

/** Tags of what people write; all others are dropped, or their texts kept without them. */
const ALLOWED =
  /^<(?:a|br|img|[hp]r?|h\d|strong|em|[bisu]|su[bp]|del|code|pre|[uo]l|li|blockquote|table|t(?:head|body|[rdh])|span|div|fig(?:ure|caption))\b/i;

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

  let known: ReturnType<typeof placesOf> | undefined;
  /** Records are made once, by the test that is the first to need them. */
  const knownPlaces = () => (known ??= placesOf(api));

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
    const places = await knownPlaces();
    // The page has read the App before.
    await visitor.open('files');
    for (const name of OF_THE_APP) {
      await visitor.goTo(places.get(name)!);
      expect({ name, links: await page.evaluate(ODD_LINKS) }).toEqual({ name, links: [] });
    }
    expect(await page.getByRole('button', { name: 'Switch the App' }).textContent()).toContain(NAMES.markup);
  });

  it('are shown as they are in every list and record, and break none', async () => {
    const places = await knownPlaces();
    for (const statement of EVERYWHERE) await queryAs(api.urls.superuserUrl, statement, [SHORT]);
    await visitor.open('files');
    for (const { name } of SCREENS) {
      await visitor.goTo(places.get(name)!);
      for (const [width, height] of [PHONE, DESK]) {
        await page.setViewportSize({ width, height });
        await visitor.settled();
        const links = await page.evaluate(ODD_LINKS);
        expect({ name, width, links, overflow: await page.evaluate(OVERFLOW) }).toEqual({
          name,
          width,
          links: [],
          overflow: 0,
        });
      }
    }
    await visitor.goTo('administrators');
    expect(await page.locator('main tbody').textContent()).toContain(SHORT);
  });

  it('become no address of support', async () => {
    await visitor.goTo(`apps/${api.appId}/settings?tab=support`);
    const url = page.locator('#content input[type="url"]');
    await url.fill('javascript:alert(5)');
    await page.keyboard.press('Control+s');
    await url.and(page.locator('[aria-invalid="true"]')).waitFor();
    await visitor.settled();
    const described = await url.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described?.split(' ').at(-1)}"]`).innerText()).toMatch(/https/);
    expect(visitor.takeFaults()).toEqual([`422 PATCH /admin-api/v1/apps/${api.appId}`]);
    await page.getByRole('button', { name: 'Undo changes' }).click();
  });

  it.each(['markdown', 'html'])('run nothing in the preview of a body in %s', async (format) => {
    const elsewhere: string[] = [];
    visitor.context.on('request', (request) => {
      if (!/^(?:https?:\/\/127\.0\.0\.1[:/]|blob:|data:)/.test(request.url())) elsewhere.push(request.url());
    });
    await visitor.goTo(`apps/${api.appId}/pages/help`);
    await page.getByLabel('Format').selectOption(format);
    const rendered = page.waitForResponse((answer) => answer.url().endsWith('/content/preview'));
    await page.locator('textarea[data-body]').first().fill(HOSTILE_BODY);
    const { data } = (await (await rendered).json()) as { data: { body_html: Readonly<Record<string, string>> } };
    const [html = ''] = Object.values(data.body_html);
    await visitor.settled();
    const frame = page.locator('.phone-screen iframe');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).toBe('');
    // To the last of them.
    expect(html).toContain('clobbered');
    // As text they may be read; within a tag there is none of it.
    const tags = [...html.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag);
    expect(tags.filter((tag) => !ALLOWED.test(tag))).toEqual([]);
    expect(tags.filter((tag) => /\son\w+\s*=|javascript:|vbscript:|data:|style=|srcdoc/i.test(tag))).toEqual([]);
    expect(elsewhere).toEqual([]);
    await page.getByRole('button', { name: 'Undo changes' }).click();
  });

  it('are shown to their end, however long', async () => {
    const long = `${'Längst '.repeat(1_428)}end`;
    await visitor.goTo(`apps/${api.appId}/pages/contact-us`);
    await page.locator('textarea[data-body]').first().fill(long);
    const frame = page.locator('.phone-screen iframe');
    await frame.waitFor();
    await visitor.settled();
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect((await page.locator('textarea[data-body]').first().inputValue()).length).toBe(long.length);
    await page.getByRole('button', { name: 'Undo changes' }).click();
  });
});
