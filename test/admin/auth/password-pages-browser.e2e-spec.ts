import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { describeInBrowser, launchBrowser } from '../../support/browser';
import { signInAdmin } from '../support/admin';
import { anInvitation, aReset } from '../support/password-pages';
import { CHANGED } from '../support/passwords';

const ARTIFACTS = 'artifacts';
const PHONE = { width: 375, height: 812 };
const MIN_CONTRAST = 4.5;

/** An expression for the browser, which has no compiler. */
const EXAMINATION = readFileSync('test/admin/support/accessibility.js', 'utf8');

interface Findings {
  readonly title: string;
  readonly contrasts: readonly { readonly text: string; readonly contrast: number }[];
  readonly autocompletes: readonly string[];
}

describeInBrowser('The pages behind mailed links, in a browser without scripts', () => {
  const other = createServer();
  let api: TestApi;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const violations: string[] = [];

  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true });
    api = await startTestApi();
    await once(other.listen(0, 'localhost'), 'listening');
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
    page = await context.newPage();
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text());
    });
  });

  afterAll(async () => {
    await browser.close();
    other.close();
    await api.close();
  });

  // A page costs as much as all that a test does in it: they share one, and leave nothing in it.
  beforeEach(() => speak('en-US'));
  afterEach(async () => {
    await page.goto('about:blank');
    await context.clearCookies();
  });

  /** Without scripts, a site learns nothing else of the language of a browser. */
  const speak = (locale: string) => page.setExtraHTTPHeaders({ 'Accept-Language': locale });
  /** A page of another site, on this machine: from elsewhere the browser itself would not reach the server. */
  const visitOther = async (body: string) => {
    other.removeAllListeners('request');
    other.on('request', (_request, response) => response.setHeader('Content-Type', 'text/html').end(body));
    await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
  };
  const focused = () => page.evaluate<string>('document.activeElement.id');
  const keep = (name: string) => page.screenshot({ path: `${ARTIFACTS}/password-page-${name}.png`, fullPage: true });

  it('accept a password by keyboard alone, and focus the field with an error', async () => {
    const { email, path } = await anInvitation(api);
    await page.goto(api.url + path);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('password');
    await page.keyboard.type('too short');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toBe('Error: Set your password');
    await expectAccessible(page);
    await keep('error');
    // The browser has focused the field with the error, and has kept nothing that was typed.
    expect(await focused()).toBe('password');
    const describedBy = (await page.locator('#password').getAttribute('aria-describedby')) ?? '';
    const described = await Promise.all(describedBy.split(' ').map((id) => page.locator(`#${id}`).textContent()));
    expect(described).toEqual(['Must have at least 12 characters.', expect.stringContaining('12 to 256 characters')]);
    expect(await page.locator('#password').inputValue()).toBe('');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('password_repeat');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('status').waitFor();
    expect(page.url()).toBe(`${api.url}/invite/done`);
    await expectAccessible(page);
    await keep('done');
    await signInAdmin(api, { email, password: PASSWORD });
  });

  it('send nothing twice: loading anew shows the same, and going back finds a dead link', async () => {
    const { admin, path } = await aReset(api);
    await page.goto(api.url + path);
    for (const label of ['New password', 'Repeat the new password']) {
      await page.getByLabel(label, { exact: true }).fill(CHANGED);
    }
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('status').waitFor();
    expect((await page.reload())?.status()).toBe(200);
    expect(page.url()).toBe(`${api.url}/reset-password/done`);
    await page.goBack();
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await expectAccessible(page);
    await keep('dead-link');
    await signInAdmin(api, { email: admin.email, password: CHANGED });
  });

  it('do nothing for a form of another site', async () => {
    const { path } = await anInvitation(api);
    const token = new URLSearchParams(path.split('?')[1]).get('token') ?? '';
    const fields = Object.entries({ token, password: PASSWORD, password_repeat: PASSWORD });
    const inputs = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('');
    const body = `<form method="post" action="${api.url}/invite">${inputs}<button>Win</button></form>`;
    await visitOther(body);
    const answer = page.waitForResponse(`${api.url}/invite`);
    await page.getByRole('button').click();
    expect((await answer).status()).toBe(403);
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    expect((await page.goto(api.url + path))?.status()).toBe(200);
  });

  it('are shown in no frame', async () => {
    const { path } = await anInvitation(api);
    const body = `<iframe src="${api.url}${path}"></iframe>`;
    const refused = page.waitForEvent('requestfailed');
    const told = page.waitForEvent('console');
    await visitOther(body);
    expect([(await refused).url(), (await refused).failure()?.errorText]).toEqual([
      api.url + path,
      'net::ERR_BLOCKED_BY_RESPONSE',
    ]);
    expect((await told).text()).toContain("frame-ancestors 'none'");
    expect(violations.splice(0)).toHaveLength(1);
  });

  it.each(SUPPORTED_LOCALES)('fit a phone in %s', async (locale) => {
    await speak(locale);
    const { path } = await anInvitation(api);
    await page.goto(api.url + path);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await expectAccessible(page);
    await keep(locale);
  });

  it('break no policy of their own', () => {
    expect(violations).toEqual([]);
  });
});

/** What a program can check: names, landmarks, sizes, contrast, and no horizontal scrolling. */
async function expectAccessible(page: Page): Promise<void> {
  const found = await page.evaluate<Findings>(EXAMINATION);
  expect(found).toMatchObject({ headings: 1, mains: 1, scrollsAside: false, unlabelled: [], small: [], dangling: [] });
  expect(found.title).not.toBe('');
  expect(found.contrasts.filter(({ contrast }) => contrast < MIN_CONTRAST)).toEqual([]);
  expect(found.contrasts.length).toBeGreaterThan(1);
  expect(new Set(found.autocompletes)).toEqual(new Set(found.autocompletes.length > 0 ? ['new-password'] : []));
}
