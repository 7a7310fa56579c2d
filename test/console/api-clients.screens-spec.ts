import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { anAdmin, asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { expectAccessible } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';

interface ClientAnswer {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly app_ids: readonly string[] | null;
  readonly allowed_cidrs: readonly string[];
  readonly status: string;
  readonly lock_version: number;
}

/** Whatever a page keeps. */
const KEPT = `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])`;

describeInBrowser('API clients in the console', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    owner = await asOwner(api);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  const main = () => page.locator('#content');
  const button = (name: string, within: Page | Locator = main()) => within.getByRole('button', { name, exact: true });
  const scope = (name: string, of = page) => of.getByRole('checkbox', { name, exact: true });
  const dialog = () => page.locator('dialog[open]');
  const question = () => page.getByRole('alertdialog');
  const read = async (id: string) => (await owner.get(`api-clients/${id}`).expect(200)).body.data as ClientAnswer;
  const tokenStatus = async (id: string, secret: string) => {
    const request = api.http.post('/api/v1/oauth/token').auth(id, secret).type('form');
    return (await request.send({ grant_type: 'client_credentials' })).status;
  };
  const aClient = async (name: string) => {
    const { body } = await owner.post('api-clients', { name, scopes: ['releases.read'] }).expect(201);
    return body.data as ClientAnswer & { readonly client_secret: string };
  };

  /** Says that it is stored. @returns the secret, which nothing shows any more. */
  async function storedSecret(): Promise<string> {
    const secret = await dialog().locator('[data-secret]').innerText();
    expect(secret).toMatch(/^aks_.{40,}$/);
    await dialog().getByLabel('I have stored the secret in a safe place.').check();
    await button('Done', dialog()).click();
    await dialog().waitFor({ state: 'detached' });
    await visitor.settled();
    expect(await page.content()).not.toContain(secret);
    expect(await page.evaluate(KEPT)).not.toContain(secret);
    return secret;
  }

  it('are made with scopes, and tell their secret once', async () => {
    await visitor.goTo('api-clients/new');
    await main().getByLabel(/^Name/).fill('Build server');
    await scope('Releases › See').check();
    await scope('All of Files').check();
    await scope('Files › Delete').uncheck();
    await page.getByLabel('Only these Apps').check();
    await page.getByLabel('Default App').check();
    await main().getByLabel('Allowed networks').fill('127.0.0.0/8, ::1/128\nnowhere');
    await button('Create').click();
    await main().locator('.form-field-error').waitFor();
    expect(visitor.takeFaults()).toEqual(['422 POST /admin-api/v1/api-clients']);
    await main().getByLabel('Allowed networks').fill('127.0.0.0/8, ::1/128');
    await button('Create').click();

    await dialog().locator('[data-secret]').waitFor();
    await expectAccessible(page, 'a secret that is told once');
    const secret = await dialog().locator('[data-secret]').innerText();
    const downloading = page.waitForEvent('download');
    await button('Download', dialog()).click();
    expect(readFileSync(await (await downloading).path(), 'utf8')).toContain(`APPKERNEL_CLIENT_SECRET=${secret}\n`);
    expect(await dialog().locator('figure').innerText()).toContain('$SECRET');
    // Neither keys nor a button close it before it is stored.
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Escape');
    await button('Done', dialog()).press('Enter');
    expect(await dialog().locator('[data-secret]').innerText()).toBe(secret);
    expect(await storedSecret()).toBe(secret);

    await visitor.arrived('Build server');
    const id = page.url().split('/').at(-1)!;
    expect(await read(id)).toMatchObject({
      scopes: ['releases.read', 'files.read', 'files.write'],
      app_ids: [api.appId],
      allowed_cidrs: ['127.0.0.0/8', '::1/128'],
    });
    expect(await tokenStatus(id, secret)).toBe(200);
    await page.keyboard.press('Escape');
    await page.locator('.bar > button.icon.wide').click();
    await dialog().waitFor();
    expect(await dialog().innerText()).not.toContain(secret);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Secrets and use' }).click();
    await visitor.settled();
    await main()
      .getByText(`${secret.slice(0, 12)}…`)
      .waitFor();
    expect(await main().locator('figure').first().innerText()).toContain(`-u "${id}:$SECRET"`);
  });

  it('get another secret, beside the old one for a while or in its place at once', async () => {
    const { id, client_secret } = await aClient('Shop');
    await visitor.goTo(`api-clients/${id}`);
    await button('Rotate secret…').click();
    await dialog().getByLabel('The present secret goes on for').selectOption({ label: '6 hours' });
    await button('Rotate secret', dialog()).click();
    await dialog().locator('[data-secret]').waitFor();
    const second = await storedSecret();
    expect([await tokenStatus(id, client_secret), await tokenStatus(id, second)]).toEqual([200, 200]);

    await button('Rotate secret…').click();
    await dialog().getByText('An older secret is still valid.', { exact: false }).waitFor();
    await dialog().getByLabel('The present secret goes on for').selectOption({ label: 'Ends at once' });
    const act = button('Rotate secret', dialog());
    expect(await act.getAttribute('aria-disabled')).toBe('true');
    await dialog().getByLabel(/^Type/).fill('Shop');
    await act.click();
    await dialog().locator('[data-secret]').waitFor();
    const third = await storedSecret();
    expect(await Promise.all([client_secret, second, third].map((each) => tokenStatus(id, each)))).toEqual([
      401, 401, 200,
    ]);
  });

  it('are disabled and enabled with a reason, one by one and together, and deleted by their name', async () => {
    const [one, other] = [await aClient('One'), await aClient('Other')];
    await visitor.goTo(`api-clients/${one.id}`);
    await button('Disable').click();
    await question().getByRole('textbox').fill('Its key was in a chat');
    await button('Disable', question()).click();
    await button('Enable').waitFor();
    expect((await read(one.id)).status).toBe('disabled');
    await page.getByRole('tab', { name: 'History' }).click();
    await main().getByText('Reason: Its key was in a chat').waitFor();

    await visitor.goTo('api-clients?q=O');
    for (const { id } of [one, other]) await page.locator(`tr[data-id="${id}"]`).getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await button('Disable', bar).click();
    await button('Disable', question()).click();
    await bar.getByText('1 done, 1 not; each row that is left tells why.').waitFor();
    await visitor.settled();
    expect((await read(other.id)).status).toBe('disabled');
    // The first one was so already, which its row says.
    expect(visitor.takeFaults()).toEqual([`409 POST /admin-api/v1/api-clients/${one.id}/disable`]);

    await visitor.goTo(`api-clients/${other.id}`);
    await button('Delete').click();
    expect(await button('Delete', question()).isDisabled()).toBe(true);
    await question().getByLabel(/^Type/).fill('Other');
    await button('Delete', question()).click();
    await visitor.arrived('API clients');
    await owner.get(`api-clients/${other.id}`).expect(404);
  });

  it('get no more than what whoever makes them may do', async () => {
    const permissions = ['api_clients.read', 'api_clients.write', 'releases.read'];
    await owner.post('roles', { code: 'integrator', name: 'Integrator', permissions }).expect(201);
    const { id } = await aClient('Reader');
    const { body } = await owner.post('api-clients', { name: 'Writer', scopes: ['files.write'] }).expect(201);
    const guest = await suite.signedIn(await anAdmin(api, ['integrator']));
    await guest.goTo(`api-clients/${id}`);
    expect(await scope('Releases › See', guest.page).isDisabled()).toBe(false);
    for (const locked of ['Releases › Publish', 'Messages by the client › Send and recall']) {
      expect(await scope(locked, guest.page).isDisabled()).toBe(true);
    }
    await guest.goTo(`api-clients/${body.data.id as string}`);
    await guest.page.getByText('This client may do what you may not (Files › Change).', { exact: false }).waitFor();
    // What one lacks can be taken away.
    await scope('Files › Change', guest.page).uncheck();
    await scope('Releases › See', guest.page).check();
    await guest.page.getByRole('button', { name: 'Save', exact: true }).click();
    await guest.page.getByText('Saved', { exact: true }).waitFor();
    await guest.settled();
    expect((await read(body.data.id as string)).scopes).toEqual(['releases.read']);
  });
});
