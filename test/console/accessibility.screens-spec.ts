import type { Page } from 'playwright-core';
import { BOOTSTRAP } from '../admin/support/admin';
import { pathSentTo } from '../admin/support/password-pages';
import { describeInBrowser } from '../support/browser';
import { anEmail } from '../support/api';
import { asOwner } from '../admin/support/admin';
import { expectAccessible, expectContrastBelowPointer } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';
import { DESK, expectFitting, PHONE } from './support/layout';
import { placesOf } from './support/records';
import { SCREENS } from './support/screens';

const NAMES = SCREENS.map(({ name }) => name);

/** Each screen is seen once more in one of these, in the dark. */
const OTHERS = ['zh-CN', 'zh-TW', 'ja-JP'];

/** What opens a drawer or a dialog of a screen, besides its tabs, its details and the buttons that ask before they act. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  'api-clients.record': ['main header .ak-button:not(.is-danger)'],
  'administrators.record': ['main header .ak-button:not(.is-danger, [aria-disabled])'],
  'articles.new': ['main button:text-is("New category")', '.file-existing', '.body-tools button:last-child'],
  'articles.record': ['main header .ak-button:not(.is-danger)'],
  'audit.list': ['main tbody tr:first-child [data-row-stop]'],
  'legal.record': ['main header .ak-button'],
  'organization.new': ['main .form-field button'],
  'organization.record': ['main header button.ak-button:not(.is-danger)', 'main .form-field button:not(.is-plain)'],
  'messages.record': ['main header .ak-button:not(.is-danger)'],
  'notices.record': ['main header .ak-button'],
  'pages.record': ['main header .ak-button:not(.is-danger)'],
  'jobs.list': ['.queue-actions .ak-button'],
  'profile.own': ['main button.is-danger'],
  'releases.new': ['.file-existing'],
  'releases.record': ['main header .is-primary'],
  'webhooks.list': ['main header .ak-button:not(.is-primary)'],
  'security.events': ['main tbody tr:first-child .list-link'],
  'security.logins': ['main tbody tr:first-child .list-link'],
  'sessions.list': ['main tbody tr:first-child .list-link', 'main tbody tr:first-child .list-actions button'],
  // The test leads to another tab.
  'webhooks.record': ['.form-field-head .ak-link-button', 'main header .ak-button:not(.is-danger)'],
};

describeInBrowser('The console is accessible', () => {
  const suite = suiteConsole({ NODE_ENV: 'development' });
  const { api } = suite;
  const pointedAt = new Set<string>();
  let visitor: Visitor;
  let page: Page;
  let places: ReadonlyMap<string, string>;

  beforeAll(async () => {
    places = await placesOf(api);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  /** Opens what the trigger opens above the page, and closes it by the key, which leads back. */
  async function expectOpened(what: string, open: () => Promise<unknown>): Promise<void> {
    await open();
    const above = page.locator(':is(dialog[open], [popover]:popover-open)');
    await above.waitFor();
    await visitor.settled();
    await expectAccessible(page, what);
    await page.keyboard.press('Escape');
    await above.waitFor({ state: 'hidden' });
  }

  /** In another language, and in the dark or not, from now on. */
  async function appear(locale: string, colorScheme: 'light' | 'dark'): Promise<void> {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(`localStorage.setItem('ak-locale', ${JSON.stringify(locale)})`);
    await page.reload();
    await visitor.settled();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await page.locator('html.dark').count()).toBe(colorScheme === 'dark' ? 1 : 0);
  }

  /** What the frame of every screen has above it. */
  async function expectFrameAccessible(): Promise<void> {
    await expectOpened('palette', () => page.keyboard.press('Control+k'));
    await expectOpened('shortcuts', () => page.keyboard.press('?'));
    await expectOpened('outbox', () => page.locator('.strip button').click());
    await expectOpened('requests', () => page.locator('.bar > button.icon.wide').click());
    for (const menu of await page.locator('header [popovertarget]:visible').all()) {
      await expectOpened(await menu.innerText(), () => menu.click());
    }
  }

  it.each(NAMES)('on %s, with all that opens there', async (name) => {
    await visitor.goTo(places.get(name)!);
    await expectContrastBelowPointer(page, pointedAt);
    const closed = page.locator('main details:not([open]) > summary');
    while ((await closed.count()) > 0) await closed.first().click();
    await expectAccessible(page, name);
    for (const selector of ['main header button.is-danger:not([aria-disabled])', ...(OPENERS[name] ?? [])]) {
      for (const opener of await page.locator(selector).all()) {
        await expectOpened(`${name}: ${await opener.innerText()}`, () => opener.click());
      }
    }
    // Those within the first panel come before those that hide it.
    const tabs = page.locator('main [role="tab"]:visible');
    const ids = await tabs.evaluateAll((all) => all.filter((tab) => tab.ariaSelected !== 'true').map(({ id }) => id));
    for (const id of ids.reverse()) {
      const tab = page.locator(`[id="${id}"]`);
      const what = `${name}: ${await tab.innerText()}`;
      await tab.click();
      await visitor.settled();
      await expectAccessible(page, what, 'screen');
    }
  });

  it('in its frame', async () => {
    await visitor.goTo('');
    await expectFrameAccessible();
  });

  describe.each(OTHERS)('in %s, in the dark and on a phone', (locale) => {
    beforeAll(() => appear(locale, 'dark'));

    // Once is enough for what every screen has.
    if (locale === OTHERS.at(-1)) it('in its frame', expectFrameAccessible);

    it('in the frame of a phone', async () => {
      await page.setViewportSize(PHONE);
      await visitor.goTo('apps');
      await expectAccessible(page, 'on a phone');
      await expectOpened('menu on a phone', () => page.locator('.bar > button.narrow').click());
    });

    const own = NAMES.filter((_, index) => OTHERS[index % OTHERS.length] === locale);
    it.each(own)('on %s', async (name) => {
      await visitor.goTo(places.get(name)!);
      await expectFitting(page, name);
      // As high as its content: what is half below a bar that stays in sight can be scrolled from there.
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      await page.setViewportSize({ ...PHONE, height });
      await expectAccessible(page, name, 'screen');
      await page.setViewportSize(PHONE);
    });

    afterAll(() => page.setViewportSize(DESK));
  });

  it('at its door', async () => {
    const guest = await suite.arrive({ locale: 'ja-JP', colorScheme: 'dark' });
    for (const path of ['sign-in', 'forgot-password', 'reset-password', 'invite']) {
      await guest.open(path);
      await expectAccessible(guest.page, path);
    }
    const email = anEmail();
    await (await asOwner(api)).post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
    const path = (await pathSentTo(api, email)).replace(/^\/console\//, '');
    for (const colorScheme of ['dark', 'light'] as const) {
      await guest.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const [place, state] of [
        ['invite', path],
        ['reset', path.replace('invite', 'reset-password')],
      ] as const) {
        await guest.open(state);
        await expectContrastBelowPointer(guest.page, new Set());
        await expectAccessible(guest.page, `${place}, ${colorScheme}`);
      }
      await guest.open('sign-in');
      await guest.fillIn({ email, password: 'not the password' });
      await guest.page.locator('[role="alert"] .is-error').waitFor();
      await expectAccessible(guest.page, `refused, ${colorScheme}`);
    }
    expect(guest.takeFaults()).toEqual(Array.from({ length: 2 }, () => '401 POST /console/session/login'));
  });
});
