import type { Page } from 'playwright-core';
import { anAdmin, asOwner, signInAdmin } from '../admin/support/admin';
import { CHANGED } from '../admin/support/passwords';
import { codeOf, forgetSteps } from '../admin/support/second-factor';
import { linkSentTo } from '../admin/support/tenants';
import { anEmail, PASSWORD } from '../support/api';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { expectAccessible } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';

/** Each way through the screens before the frame. */
describeInBrowser('The door of the console', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let guest: Visitor | undefined;

  /** Somebody who was never here before, in a browser that has the parts of the page. */
  async function aGuest(): Promise<Visitor> {
    await guest?.forget();
    return (guest ??= await suite.arrive());
  }

  const content = (page: Page) => page.locator('#content h1');

  /** The path of the newest link that was mailed there. */
  async function mailed(email: string): Promise<string> {
    const { pathname, search } = await linkSentTo(api, email);
    return (pathname + search).replace(/^\/console\//, '');
  }

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
