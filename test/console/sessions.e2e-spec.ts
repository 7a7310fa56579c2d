import type { Page } from 'playwright-core';
import { anAdmin, asOwner, signInAdmin } from '../admin/support/admin';
import { CHANGED, openTo } from '../admin/support/passwords';
import { codeOf, forgetSteps } from '../admin/support/second-factor';
import { linkSentTo } from '../admin/support/tenants';
import { anEmail, PASSWORD } from '../support/api';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { expectAccessible } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';

const ROUNDS = 20;
const REFRESH = '/console/session/refresh';

/** Half a minute before the access token runs out, when each tab renews it. */
const NEARLY_A_LIFETIME = '09:30';

describeInBrowser('A session of the console', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let guest: Visitor | undefined;

  /** Somebody who was never here before, in a browser that has the parts of the page. */
  async function aGuest(): Promise<Visitor> {
    await guest?.forget();
    return (guest ??= await suite.arrive());
  }

  const isRefresh = (answer: { url(): string }) => answer.url().endsWith(REFRESH);
  const content = (page: Page) => page.locator('#content h1');
  const signIn = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });

  /** The path of the newest link that was mailed there. */
  async function mailed(email: string): Promise<string> {
    const { pathname, search } = await linkSentTo(api, email);
    return (pathname + search).replace(/^\/console\//, '');
  }

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

  describe('where a second factor is demanded', () => {
    const demand = (value: boolean) =>
      queryAs(
        api.urls.superuserUrl,
        `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
         VALUES (gen_random_uuid(), 'tenant', $1, 'security.require_admin_mfa', $2, 'boolean', false, false, 'active')
         ON CONFLICT (key, scope, tenant_id, app_id) DO UPDATE SET value = excluded.value`,
        [api.tenantId, String(value)],
      );
    beforeAll(() => demand(true));
    afterAll(() => demand(false));

    it('begins with setting one up, and is opened by its codes from then on', async () => {
      const admin = await anAdmin(api, ['admin']);
      const visitor = await aGuest();
      const { page } = visitor;
      const code = page.locator('input[name="one-time-code"]');
      await visitor.open('dictionaries');
      await visitor.fillIn(admin);
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
      await visitor.settled();
      expect(visitor.takeFaults()).toEqual(['403 GET /admin-api/v1/auth/profile']);
      // Whoever goes elsewhere comes back here.
      await visitor.open('files');
      expect(new URL(page.url()).pathname).toBe('/console/second-factor');
      expect(visitor.takeFaults()).toEqual(['403 GET /admin-api/v1/auth/profile']);
      await page.getByLabel('Current password', { exact: true }).fill(admin.password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor();
      await page.getByText('You cannot scan it? Type in the key instead').click();
      await expectAccessible(page, 'the secret');
      const secret = (await page.locator('details code').innerText()).replaceAll(' ', '');
      await code.fill(codeOf(secret));
      await page.getByRole('button', { name: 'Turn on the second factor' }).click();
      await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
      await expectAccessible(page, 'the recovery codes');
      const codes = await page.locator('.codes code').allInnerTexts();
      expect(codes.length).toBeGreaterThan(5);
      await page.getByLabel('I have stored the codes in a safe place.').check();
      await page.getByRole('button', { name: 'Done' }).click();
      await content(page).waitFor();
      await forgetSteps(api, admin);
      await visitor.signOut();
      await visitor.fillIn(admin);
      await code.fill(codeOf(secret));
      await page.getByRole('button', { name: 'Verify' }).click();
      await content(page).waitFor();
      await visitor.signOut();
      await visitor.fillIn(admin);
      await expectAccessible(page, 'the question for a code');
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.locator('input[name="recovery-code"]').fill(codes[0]!);
      await page.getByRole('button', { name: 'Verify' }).click();
      await content(page).waitFor();
      await visitor.settled();
    });
  });

  it('is opened with a password that was chosen by a mailed link, which stands nowhere for long', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const visitor = await aGuest();
    const { page } = visitor;
    await visitor.open('');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.getByLabel('Email address').fill(admin.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a link is on its way').waitFor();
    await visitor.open(await mailed(admin.email));
    expect(page.url()).toBe(`${api.url}/console/reset-password`);
    const password = page.locator('input[name="new-password"]');
    await password.fill('password1234');
    await page.getByRole('button', { name: 'Set the password' }).click();
    // The link is as good as before.
    await page.locator('input[name="new-password"][aria-invalid="true"]').waitFor();
    expect(visitor.takeFaults()).toEqual(['422 POST /admin-api/v1/auth/password/reset']);
    await password.fill(CHANGED);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The password is set').waitFor();
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('akl_');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await visitor.fillIn({ email: admin.email, password: CHANGED });
    await content(page).waitFor();
    await visitor.settled();
  });

  it('is opened by whoever was invited', async () => {
    const email = anEmail();
    await (await asOwner(api)).post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
    const visitor = await aGuest();
    const { page } = visitor;
    await visitor.open(await mailed(email));
    expect(page.url()).toBe(`${api.url}/console/invite`);
    await page.getByLabel('Your name').fill('Lin Yao');
    await page.locator('input[name="new-password"]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByText('Your account is ready. Sign in').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await visitor.fillIn({ email, password: PASSWORD });
    await content(page).waitFor();
    await visitor.settled();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText('Lin Yao', { exact: true }).waitFor();
    await signInAdmin(api, { email, password: PASSWORD });
  });

  it('is not opened by a wrong password, which says so', async () => {
    const { email } = await anAdmin(api, ['auditor']);
    const visitor = await aGuest();
    await visitor.open('');
    await visitor.fillIn({ email, password: 'a wrong horse battery' });
    await visitor.page.locator('[role="alert"] .is-error').waitFor();
    expect(visitor.takeFaults()).toEqual(['401 POST /console/session/login']);
    expect(await visitor.page.locator('input[name="username"]').inputValue()).toBe(email);
  });
});
