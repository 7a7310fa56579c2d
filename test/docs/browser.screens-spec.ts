import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expectAccessible } from '../console/support/accessibility';
import { describeInBrowser, sharedBrowser } from '../support/browser';
import { suiteApi } from '../support/suite';

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const PICTURES = 'artifacts/guide';

/** One of each kind: a home, long texts, tables, code, a list without end, and both languages. */
const PAGES = [
  '',
  'zh/',
  'operations',
  'kubernetes',
  'errors',
  'zh/reference/configuration',
  'zh/console',
  'decisions/',
];

describeInBrowser('The guide, in a browser', () => {
  const api = suiteApi();
  const address = (page: string) => `${api.url}/docs/guide/${page}`;

  beforeAll(() => mkdirSync(PICTURES, { recursive: true }));

  /** @param see what happens on a page. Nothing may be refused, be missing or come from elsewhere meanwhile. */
  async function visit(options: BrowserContextOptions, see: (page: Page) => Promise<void>): Promise<void> {
    const context = await (await sharedBrowser()).newContext({ ...options, reducedMotion: 'reduce' });
    const wrong: string[] = [];
    try {
      const page = await context.newPage();
      // What the policy refuses is told here, too.
      page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
      page.on('pageerror', (error) => wrong.push(error.message));
      page.on('request', (request) => {
        if (!request.url().startsWith(`${api.url}/`) && !request.url().startsWith('data:')) wrong.push(request.url());
      });
      page.on('response', (response) => {
        if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
      });
      await see(page);
      expect(wrong).toEqual([]);
      expect(await context.cookies()).toEqual([]);
    } finally {
      await context.close();
    }
  }

  /** Only then does the page do what its scripts say. */
  async function open(page: Page, path: string): Promise<void> {
    await page.goto(address(path), { waitUntil: 'networkidle' });
  }

  const picture = (page: Page, name: string) => page.screenshot({ path: `${PICTURES}/${name}.png` });

  it.each(PAGES)(
    'shows %s to everybody, by day and by night, on a desk and on a phone',
    async (path) => {
      const name = path.replaceAll('/', '-') || 'home';
      for (const [place, size] of Object.entries({ desk: DESK, phone: PHONE })) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await visit({ ...size, colorScheme }, async (page) => {
            await open(page, path);
            expect(await page.locator('html').getAttribute('class')).toEqual(
              colorScheme === 'dark' ? expect.stringContaining('dark') : expect.not.stringContaining('dark'),
            );
            const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
            expect({ place, overflow }).toEqual({ place, overflow: 0 });
            await expectAccessible(page, `${path} ${place} ${colorScheme}`);
            await picture(page, `${name}-${place}-${colorScheme}`);
          });
        }
      }
    },
    120_000,
  );

  it.each([
    ['', 'PgBouncer', '/docs/guide/operations'],
    ['', 'IAM.TOKEN.MISSING', '/docs/guide/errors#iam-token-missing'],
    ['zh/', '命令面板', '/docs/guide/zh/console'],
    ['zh/', '发件箱', '/docs/guide/zh/'],
    ['zh/', 'SECRET_KEYS', '/docs/guide/zh/reference/configuration#secret-keys'],
  ])('from /%s finds %s', async (path, words, found) => {
    await visit(DESK, async (page) => {
      await open(page, path);
      await page.locator('.DocSearch-Button').click();
      await page.locator('#localsearch-input').fill(words);
      const first = page.locator('#localsearch-list a').first();
      await first.waitFor();
      expect(await first.getAttribute('href')).toContain(found);
      await picture(page, `search-${words}`);
      await first.click();
      await page.waitForURL((url) => url.href.includes(found));
      await page.locator('.vp-doc').first().waitFor();
    });
  });

  it('goes from page to page, to the other language, and to Swagger UI', async () => {
    await visit(DESK, async (page) => {
      await open(page, 'operations');
      await page.locator('.VPSidebar a', { hasText: 'A tour of the console' }).click();
      // Its address is there before it is, and until then the other language is that of the page before.
      await page.getByRole('heading', { level: 1, name: 'A tour of the console' }).waitFor();
      await page.locator('.VPNavBarTranslations button').click();
      await page.locator('.VPNavBarTranslations a', { hasText: '简体中文' }).click();
      await page.waitForURL(address('zh/console'));
    });
    await visit(DESK, async (page) => {
      await open(page, '');
      await page.locator('.VPNavBarMenu .swagger-link').click();
      await page.waitForURL(`${api.url}/docs`);
      await page.locator('nav a', { hasText: 'Guide' }).click();
      await page.waitForURL(address(''));
    });
  });

  it('says in both languages that there is no such page', async () => {
    const context = await (await sharedBrowser()).newContext(DESK);
    try {
      const page = await context.newPage();
      await open(page, 'nothing');
      await page.locator('.NotFound').waitFor();
      await open(page, 'zh/nothing');
      await page.locator('.NotFound', { hasText: '找不到页面' }).waitFor();
    } finally {
      await context.close();
    }
  });
});
