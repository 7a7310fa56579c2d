import type { Page } from 'playwright-core';
import { BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';
import { focusOf, MOST_STOPS } from './support/focus';
import { placesOf } from './support/records';
import { SCREENS } from './support/screens';

describeInBrowser('By the key Tab', () => {
  const suite = suiteConsole();
  let visitor: Visitor;
  let page: Page;
  let places: ReadonlyMap<string, string>;

  beforeAll(async () => {
    places = await placesOf(suite.api);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  /** To the end of the page. @returns the stops on the way. */
  async function walkDown(): Promise<string[]> {
    const stops: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const { what, isLost, isSeen, isMarked } = await focusOf(page);
      // After the last one it is the browser's turn.
      if (isLost) return stops;
      expect({ what, isSeen, isMarked }).toEqual({ what, isSeen: true, isMarked: true });
      stops.push(what);
      expect(stops.length).toBeLessThan(MOST_STOPS);
    }
  }

  it.each(SCREENS.map(({ name }) => name))('each stop of %s can be seen', async (name) => {
    await visitor.goTo(places.get(name)!);
    await walkDown();
  });

  it('the way past the frame comes first, and each stop of the frame can be seen', async () => {
    await visitor.goTo('files');
    await walkDown();
    const stops = await walkDown();
    expect(stops[0]).toContain('#content');
    expect(stops.length).toBeGreaterThan(15);
    await page.locator('a[href="#content"]').focus();
    await page.keyboard.press('Enter');
    expect((await focusOf(page)).what).toContain('id="content"');
  });
});
