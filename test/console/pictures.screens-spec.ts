import { mkdirSync } from 'node:fs';
import { BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';
import { DESK, expectFitting, PHONE } from './support/layout';
import { placesOf } from './support/records';
import { SCREENS } from './support/screens';

const ARTIFACTS = 'artifacts/console';

const SMALL_DESK = { width: 1024, height: 768 };
/** A desk of 1,280 pixels at twice the size: the page has half of them. */
const ZOOMED = { width: 640, height: 450 };

const LOOKS = (['zh-CN', 'en-US'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme })),
);

const DOOR = ['sign-in', 'forgot-password', 'reset-password', 'invite'];

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

  describe.each(LOOKS)('in $locale, $colorScheme', ({ locale, colorScheme }) => {
    const look = `${locale}-${colorScheme}`;
    let visitor: Visitor;

    beforeAll(async () => {
      visitor = await suite.signedIn(BOOTSTRAP, { locale, colorScheme, viewport: DESK });
    });

    it.each(SCREENS.map(({ name }) => name))('fit desks, a phone and twice the size: %s', async (name) => {
      await visitor.goTo(places.get(name)!);
      for (const [size, viewport] of Object.entries({ 390: PHONE, zoomed: ZOOMED, 1024: SMALL_DESK, 1280: DESK })) {
        await visitor.page.setViewportSize(viewport);
        await visitor.settled();
        await expectFitting(visitor.page, `${name} ${size}`);
        if (viewport === PHONE || viewport === DESK) await keep(visitor, `${name}-${size}-${look}`);
      }
    });

    it('fit them at the door', async () => {
      const guest = await suite.arrive({ locale, colorScheme, viewport: PHONE });
      for (const path of DOOR) {
        await guest.open(path);
        for (const [size, viewport] of Object.entries({ 390: PHONE, 1280: DESK })) {
          await guest.page.setViewportSize(viewport);
          await guest.settled();
          await expectFitting(guest.page, `${path} ${size}`);
          await keep(guest, `door.${path}-${size}-${look}`);
        }
      }
    });
  });
});
