import { mkdirSync } from 'node:fs';
import { BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';
import { placesOf } from './support/records';
import { SCREENS } from './support/screens';

const ARTIFACTS = 'artifacts/console';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A desk of 1,280 pixels at twice the size: the page has half of them. */
const ZOOMED = { width: 640, height: 450 };

/** Both screens in both themes and languages, each once. */
const LOOKS = [
  { locale: 'zh-CN', colorScheme: 'light' },
  { locale: 'en-US', colorScheme: 'dark' },
] as const;

const DOOR = ['sign-in', 'forgot-password', 'reset-password', 'invite'];

/** By how much the page is wider than its window, and what is to blame. */
const OVERFLOW = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
  return scrollWidth > clientWidth ? wide.slice(-5).map((one) => one.outerHTML.slice(0, 120)) : [];
})()`;

describeInBrowser('The screens of the console', () => {
  const suite = suiteConsole({ NODE_ENV: 'development' });
  let places: ReadonlyMap<string, string>;

  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true });
    places = await placesOf(suite.api);
  });

  /** With the window as high as the page: bars that stay at its edge would lie in the midst of a longer picture. */
  async function keep(visitor: Visitor, name: string): Promise<void> {
    const { page } = visitor;
    const size = page.viewportSize()!;
    const height = Math.max(size.height, await page.evaluate<number>('document.documentElement.scrollHeight'));
    await page.setViewportSize({ ...size, height });
    await visitor.settled();
    await page.screenshot({ path: `${ARTIFACTS}/${name}.png` });
  }

  async function expectFitting(visitor: Visitor, name: string): Promise<void> {
    expect({ name, overflow: await visitor.page.evaluate(OVERFLOW) }).toEqual({ name, overflow: [] });
  }

  describe.each(LOOKS)('in $locale, $colorScheme', ({ locale, colorScheme }) => {
    const look = `${locale}-${colorScheme}`;
    let visitor: Visitor;

    beforeAll(async () => {
      visitor = await suite.signedIn(BOOTSTRAP, { locale, colorScheme, viewport: DESK });
    });

    it.each(SCREENS.map(({ name }) => name))('fit a desk, a phone and twice the size: %s', async (name) => {
      await visitor.goTo(places.get(name)!);
      for (const [size, viewport] of Object.entries({ 390: PHONE, zoomed: ZOOMED, 1280: DESK })) {
        await visitor.page.setViewportSize(viewport);
        await visitor.settled();
        await expectFitting(visitor, `${name} ${size}`);
        if (size !== 'zoomed') await keep(visitor, `${name}-${size}-${look}`);
      }
    });

    it('fit them at the door', async () => {
      const guest = await suite.arrive({ locale, colorScheme, viewport: PHONE });
      for (const path of DOOR) {
        await guest.open(path);
        for (const [size, viewport] of Object.entries({ 390: PHONE, 1280: DESK })) {
          await guest.page.setViewportSize(viewport);
          await guest.settled();
          await expectFitting(guest, `${path} ${size}`);
          await keep(guest, `door.${path}-${size}-${look}`);
        }
      }
    });
  });
});
