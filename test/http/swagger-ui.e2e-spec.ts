import { mkdirSync } from 'node:fs';
import type { Browser, CDPSession, Page, Response } from 'playwright-core';
import { startTestApi } from '../support/api';
import { asOwner } from '../admin/support/admin';
import { apiClients } from '../service/support/clients';
import { describeInBrowser, launchBrowser } from '../support/browser';
import { suiteApi } from '../support/suite';
import { expectProblem } from './support/problem';

const ARTIFACTS = 'artifacts';
const SCREEN = { width: 1280, height: 900 };

/** The page with closed groups has a few hundred elements; with all operations it had ten times as many. */
const MAX_ELEMENTS = 1_000;

const api = suiteApi({ NODE_ENV: 'development' });

// All suites here share the server: it writes the document with the first request for it, which takes long.
describeInBrowser('Swagger UI, in a browser', () => {
  let browser: Browser;
  let page: Page;
  let cdp: CDPSession;
  let groups: number;
  let spentSeconds = 0;
  let opened: Extent;
  const errors: string[] = [];
  const loaded: Response[] = [];

  // Loading the page costs more than all that a test does with it: they share one, and none needs what another has left.
  beforeAll(async () => {
    const { body } = await api.http.get('/docs/openapi.json').expect(200);
    groups = body.tags.length as number;
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: SCREEN });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    page.on('response', (response) => loaded.push(response));
    cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    await page.goto(`${api.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    await tellTheCost('opening the page');
    opened = await extent();
    mkdirSync(ARTIFACTS, { recursive: true });
    await page.screenshot({ path: `${ARTIFACTS}/swagger-ui.png` });
  });

  // Whatever a test has done with the page, it must not have led elsewhere or to errors.
  afterEach(() => {
    expectNothingForeign();
  });

  afterAll(() => browser.close());

  /** Prints what the renderer has spent since the last time. Only informative: machines have other work. */
  const tellTheCost = async (of: string) => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0;
    process.stdout.write(`Swagger UI, ${of}: ${(seconds - spentSeconds).toFixed(2)} s of CPU\n`);
    spentSeconds = seconds;
  };

  const expectNothingForeign = () => {
    expect(loaded.filter((response) => !response.url().startsWith(`${api.url}/`))).toEqual([]);
    expect(errors).toEqual([]);
  };

  const operation = (id: string) => page.locator(`.opblock[id$="-${id}"]`);

  const find = async (phrase: string) => page.locator('.operation-filter-input').fill(phrase);

  /** How much of the document the page shows. */
  const extent = async (): Promise<Extent> => ({
    groups: await page.locator('.opblock-tag').count(),
    operations: await page.locator('.opblock').count(),
    elements: await page.locator('body *').count(),
  });

  it('starts with closed groups, and all of them', () => {
    expect(opened).toMatchObject({ groups, operations: 0 });
    expect(opened.elements).toBeLessThan(MAX_ELEMENTS);
  });

  it('says in two sentences how to begin, on the first screen, with routes and schemes that there are', async () => {
    const steps = page.locator('.info .description p', { hasText: 'To begin' });
    const text = (await steps.textContent()) ?? '';
    expect(text.match(/\.(?= |$)/g)).toHaveLength(2);
    const { y, height } = (await steps.boundingBox()) ?? { y: Infinity, height: 0 };
    expect(y + height).toBeLessThan(SCREEN.height);
    const { body } = await api.http.get('/docs/openapi.json').expect(200);
    for (const [, method = '', path = ''] of text.matchAll(/(GET|POST) (\/\S*[a-z])/g)) {
      expect([path, Object.keys(body.paths[path] as object)]).toEqual([
        path,
        expect.arrayContaining([method.toLowerCase()]),
      ]);
    }
    const schemes = Object.keys(body.components.securitySchemes as object).filter((scheme) => text.includes(scheme));
    expect(schemes.sort()).toEqual(['adminBearer', 'appId', 'mobileBearer']);
  });

  it('has nothing unresolved in any operation', async () => {
    const left = await page.evaluate(async () => {
      const { fn, specSelectors } = (globalThis as unknown as { ui: SwaggerUi }).ui;
      const { paths } = specSelectors.specJson().toJS();
      const found: string[] = [];
      for (const [path, item] of Object.entries(paths)) {
        for (const method of Object.keys(item)) {
          const { spec, errors: wrong } = await fn.resolveSubtree({}, ['paths', path, method]);
          if (!spec || wrong.length > 0 || JSON.stringify(spec).includes('"$ref"')) found.push(`${method} ${path}`);
        }
      }
      return { found, count: Object.keys(paths).length };
    });
    expect(left.found).toEqual([]);
    expect(left.count).toBeGreaterThan(100);
  });

  it('takes the App of its URL before any other', async () => {
    const another = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';
    const other = await browser.newPage();
    await other.goto(`${api.url}/docs?app=${another}`);
    await other.locator('.opblock-tag').first().waitFor();
    const value = await other.evaluate(
      () => (globalThis as unknown as { ui: SwaggerUi }).ui.authSelectors.authorized().toJS()['appId']?.value,
    );
    expect(value).toBe(another);
    await other.close();
  });

  it('finds operations by what is typed: a part of the path, the name, the summary, in whatever case', async () => {
    const { placeholder } = await page
      .locator('.operation-filter-input')
      .evaluate((input: { placeholder: string }) => ({
        placeholder: input.placeholder,
      }));
    expect(placeholder).toBe('Find operations by path, name or summary');
    await find('SEND-code');
    await operation('sendLoginCode').waitFor();
    expect(await operation('sendRegistrationCode').count()).toBe(1);
    expect(await operation('resendRegistrationCode').count()).toBe(1);
    expect(await page.locator('.opblock').count()).toBe(3);
    expect(await page.locator('.opblock-tag').count()).toBe(2);
    await find('post onboarding publish');
    await operation('publishAdminAppOnboarding').waitFor();
    expect(await page.locator('.opblock').count()).toBe(1);
    await find('');
    await page.locator('.opblock-tag[data-tag="Keys"]').waitFor();
    expect(await page.locator('.opblock-tag').count()).toBe(groups);
    expect(await page.locator('.opblock').count()).toBe(0);
  });

  it('loads its assets under names that browsers cache for good', () => {
    const assets = loaded.filter((response) => response.url().startsWith(`${api.url}/docs/`));
    const names = assets.map((response) => response.url().replace(/^.*\//, ''));
    expect(names).toEqual(
      expect.arrayContaining(['swagger-ui-bundle.js', 'swagger-ui.css', 'page.js', 'openapi.json']),
    );
    for (const asset of assets) {
      expect(asset.url()).toMatch(/\/docs\/assets\/[0-9a-f]{32}\/[\w.-]+$/);
      expect(asset.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('loads nothing from other origins and violates no policy', () => {
    expect(loaded.length).toBeGreaterThan(0);
    expectNothingForeign();
  });

  it('shows an operation with its answers, with references resolved', async () => {
    await find('');
    await page.locator('.opblock-tag[data-tag="Registration"]').click();
    await operation('register').waitFor();
    expect(await page.locator('.opblock').count()).toBe(4);
    await tellTheCost('opening a group');
    await operation('register').locator('.opblock-summary-control').click();
    const answers = operation('register').locator('.responses-table');
    await answers.waitFor();
    await tellTheCost('opening an operation');
    const text = await answers.innerText();
    expect(text).toMatch(/\b202\b.*\b400\b.*\b422\b.*\b429\b/s);
    expect(text).toContain('REQUEST.VALIDATION_FAILED');
    expect(text).toContain('Retry-After');
    expect(await operation('register').locator('.opblock-section-request-body').innerText()).toContain('password');
    await operation('register').scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${ARTIFACTS}/swagger-ui-operation.png` });
    await page.locator('.opblock-tag[data-tag="Registration"]').click();
    await page.locator('.opblock').first().waitFor({ state: 'detached' });
  });

  it('knows the default App in development, and sends it along', async () => {
    await find('getPublicConfig');
    await operation('getPublicConfig').locator('.opblock-summary-control').click();
    await operation('getPublicConfig').getByRole('button', { name: 'Try it out' }).click();
    const answer = page.waitForResponse(`${api.url}/api/v1/public/config`);
    await operation('getPublicConfig').getByRole('button', { name: 'Execute' }).click();
    expect((await answer).status()).toBe(200);
    expect((await answer).request().headers()['x-appid']).toBe(api.appId);
    await operation('getPublicConfig').locator('.live-responses-table .response-col_status').last().waitFor();
  });

  it('gets the token of an API client by Authorize, and sends it along', async () => {
    const client = await apiClients(await asOwner(api)).create();
    await page.locator('.auth-wrapper .authorize').click();
    const form = page.locator('.auth-container', { hasText: 'serviceBearer' });
    await form.locator('input[id^="client_id"]').fill(client.client_id);
    await form.locator('input[id^="client_secret"]').fill(client.client_secret);
    const answer = page.waitForResponse(`${api.url}/api/v1/oauth/token`);
    await form.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
    expect((await answer).status()).toBe(200);
    await form.getByRole('button', { name: 'Remove authorization' }).waitFor();
    await page.locator('.close-modal').click();
    await find('submitNotification');
    const submit = operation('submitNotification');
    await submit.locator('.opblock-summary-control').click();
    await submit.getByRole('button', { name: 'Try it out' }).click();
    const sent = page.waitForRequest(`${api.url}/api/v1/service/notifications`);
    await submit.getByRole('button', { name: 'Execute' }).click();
    expect((await sent).headers()['authorization']).toMatch(/^Bearer eyJ/);
    // The browser reports the refusal of the example, which names an App that does not exist.
    await submit.locator('.live-responses-table .response-col_status').last().waitFor();
    expect(errors.splice(0)).toEqual([expect.stringContaining('422')]);
  });
});

describe('The pages of the documentation', () => {
  const pages = ['/docs', '/docs/captcha'];
  const idIn = (html: string) => /data-app="(.*?)"/.exec(html)?.[1];

  it('name the default App in development, and none elsewhere', async () => {
    const elsewhere = await startTestApi({}, api.urls);
    for (const path of pages) {
      expect(idIn((await api.http.get(path).expect(200)).text)).toBe(api.appId);
      expect(idIn((await elsewhere.http.get(path).expect(200)).text)).toBe('');
    }
    await elsewhere.close();
  });

  it('are never kept themselves; what they load is, and is nowhere but under the hash of its content', async () => {
    for (const path of pages) {
      const { text, headers } = await api.http.get(path).expect(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      const assets = [...text.matchAll(/"([\w/]*assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
      expect(assets.length).toBeGreaterThan(4);
      for (const asset of assets) {
        const place = new URL(asset, `${api.url}${path}`).pathname;
        const kept = await api.http.get(place).expect(200);
        expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expectProblem(await api.http.get(place.replace(/[0-9a-f]{32}/, '0'.repeat(32))), 404, 'ROUTE.NOT_FOUND');
      }
    }
  });

  it('redirect from a trailing slash to where the links of the page work', async () => {
    const { headers } = await api.http.get('/docs/?app=x').expect(308);
    expect(new URL(headers['location'] ?? '', `${api.url}/docs/`).href).toBe(`${api.url}/docs?app=x`);
    const { headers: ofCaptcha } = await api.http.get('/docs/captcha/').expect(308);
    expect(new URL(ofCaptcha['location'] ?? '', `${api.url}/docs/captcha/`).href).toBe(`${api.url}/docs/captcha`);
  });
});

interface Extent {
  readonly groups: number;
  readonly operations: number;
  readonly elements: number;
}

/** What the suite asks Swagger UI. */
interface SwaggerUi {
  readonly fn: {
    resolveSubtree(document: object, path: string[]): Promise<{ spec?: object; errors: unknown[] }>;
  };
  readonly specSelectors: { specJson(): { toJS(): { paths: Record<string, object> } } };
  readonly authSelectors: { authorized(): { toJS(): Record<string, { value: string }> } };
}
