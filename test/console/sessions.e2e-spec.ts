import type { Page } from 'playwright-core';
import { anAdmin } from '../admin/support/admin';
import { openTo } from '../admin/support/passwords';
import { describeInBrowser } from '../support/browser';
import { suiteConsole } from './support/console';

const ROUNDS = 20;
const REFRESH = '/console/session/refresh';

/** Half a minute before the access token runs out, when each tab renews it. */
const NEARLY_A_LIFETIME = '09:30';

describeInBrowser('A session of the console', () => {
  const suite = suiteConsole();
  const { api } = suite;
  const isRefresh = (answer: { url(): string }) => answer.url().endsWith(REFRESH);
  const content = (page: Page) => page.locator('#content h1');
  const signIn = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });

  /** Somebody with two tabs. */
  async function inTwoTabs() {
    const admin = await anAdmin(api, ['admin']);
    const visitor = await suite.arrive();
    await visitor.context.clock.install();
    await visitor.signIn(admin);
    const tabs = [visitor.page, await visitor.newTab('files')] as const;
    const answers: number[] = [];
    visitor.context.on('response', (answer) => isRefresh(answer) && answers.push(answer.status()));
    return { admin, visitor, tabs, answers };
  }

  it('goes on in two tabs that renew it at the same moment, twenty times', async () => {
    const { admin, visitor, tabs, answers } = await inTwoTabs();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const renewed = visitor.context.waitForEvent('response', isRefresh);
      await visitor.context.clock.fastForward(NEARLY_A_LIFETIME);
      expect((await renewed).status()).toBe(200);
      for (const page of tabs) {
        await visitor.settled(page);
        // Somebody is there: after half an hour of nothing the page would be locked.
        await page.keyboard.press('Shift');
      }
    }
    // One of the two may renew it for both.
    expect(answers.length).toBeGreaterThanOrEqual(ROUNDS);
    expect(answers.length).toBeLessThanOrEqual(2 * ROUNDS);
    for (const page of tabs) {
      await visitor.goTo('dictionaries', page);
      expect(await content(page).innerText()).toBe('Dictionaries');
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    // That of the console, and the one that the suite opened.
    expect(await openTo(api, admin)).toMatchObject({ sessions: 2 });
  });

  it('goes on in two tabs that are loaded anew at the same moment, and ends in both at once', async () => {
    const { admin, visitor, tabs, answers } = await inTwoTabs();
    for (let round = 1; round <= 3; round += 1) {
      await Promise.all(tabs.map((page) => page.reload()));
      for (const page of tabs) await visitor.settled(page);
    }
    // A tab that has to wait for the other may take over what that one got.
    expect(answers.length).toBeGreaterThanOrEqual(3);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await openTo(api, admin)).toMatchObject({ sessions: 2 });
    await visitor.signOut();
    await signIn(tabs[1]).waitFor();
    for (const page of tabs) await visitor.settled(page);
    expect(await visitor.context.cookies()).toEqual([]);
    expect(await openTo(api, admin)).toMatchObject({ sessions: 1 });
    for (const page of tabs) {
      const kept = await page.evaluate('Object.keys({ ...localStorage, ...sessionStorage }).sort()');
      expect(kept).toEqual(['ak-tenant']);
    }
  });
});
