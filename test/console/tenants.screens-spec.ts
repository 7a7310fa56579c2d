import type { Locator, Page } from 'playwright-core';
import { type AdminClient, anAdmin, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { acceptInvitation } from '../admin/support/tenants';
import { anEmail, PASSWORD } from '../support/api';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';

describeInBrowser('Tenants by the console alone', () => {
  const suite = suiteConsole({ NODE_ENV: 'development' });
  const { api } = suite;
  const email = anEmail();
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    owner = await asOwner(api);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  const main = () => page.locator('#content');
  const button = (name: string | RegExp, within: Page | Locator = main()) =>
    within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
  const dialog = () => page.locator('dialog[open]');
  const tenant = async () =>
    (await owner.get(`tenants/${id}`).expect(200)).body.data as { status: string; name: string };

  it('are made with an owner, who is invited', async () => {
    await visitor.goTo('tenants/new');
    await main().getByLabel('Name').first().fill('Harbour Café');
    expect(await main().getByLabel('Code').inputValue()).toBe('harbour-cafe');
    const about = main().getByRole('region', { name: 'Owner' });
    await about.getByLabel('Email').fill(email);
    await about.getByLabel('Name').fill('Mei');
    await visitor.sent(() => button('Create').click(), 201);
    await visitor.arrived('Harbour Café');
    id = new URL(page.url()).pathname.split('/').at(-1)!;
    await acceptInvitation(api, email);
  });

  it('are visited from the record, which all of the console shows until it ends', async () => {
    await button(/^Visit/).click();
    const banner = page.locator('header').getByText(/^You act in the tenant Harbour Café/);
    await banner.waitFor();
    await visitor.settled();
    await visitor.goTo('administrators');
    await main().getByRole('link', { name: 'Mei' }).waitFor();
    expect(await main().getByRole('link', { name: 'Administrator', exact: true }).count()).toBe(0);
    await banner.waitFor();
    // What is written there is of that tenant, and so is its record.
    await visitor.goTo('new-role');
    await main().getByLabel('Name').fill('Barista');
    // What only the platform has is no permission of any other tenant.
    expect(await main().getByRole('checkbox', { name: 'Tenants › See', exact: true }).isDisabled()).toBe(true);
    await main().getByRole('checkbox', { name: 'Pages › See', exact: true }).check();
    await visitor.sent(() => button('Create').click(), 201);
    await page.getByRole('button', { name: 'End the visit' }).click();
    await banner.waitFor({ state: 'detached' });
    await visitor.settled();
    await owner.get('roles/barista').expect(404);
    const there = await asOwner(api, { 'X-Tenant-ID': id });
    const { body } = await there.get('audit/logs?resource_type=role&resource_id=barista').expect(200);
    expect((body.data as { items: { actor: { display: string } }[] }).items[0]?.actor.display).toBe('Administrator');
  });

  it('are visited from the list, but for one’s own', async () => {
    await visitor.goTo('tenants');
    const own = main().getByRole('row', { name: /Platform/ });
    expect(await button(/^Visit/, own).getAttribute('title')).toBe('You belong to this tenant');
    await main().getByLabel('Search name or code').fill('harbour');
    await visitor.settled();
    await own.waitFor({ state: 'detached' });
    await button(/^Visit/, main().getByRole('row', { name: /Harbour/ })).click();
    await page.getByRole('button', { name: 'End the visit' }).click();
    await visitor.settled();
  });

  it('are renamed, and disabled and enabled with a reason', async () => {
    await visitor.goTo(`tenants/${id}`);
    await main().getByLabel('Name').fill('Harbour Coffee');
    await visitor.sent(() => button('Save').click());
    expect((await tenant()).name).toBe('Harbour Coffee');
    await button('Disable').click();
    await dialog().getByLabel(/^Type/).fill('harbour-cafe');
    await dialog()
      .getByLabel(/^Reason/)
      .fill('Has not paid');
    await visitor.sent(() => button('Disable', dialog()).click());
    expect((await tenant()).status).toBe('disabled');
    await main()
      .getByText(/^This tenant is disabled/)
      .waitFor();
    const login = { email, password: PASSWORD, tenant: 'harbour-cafe' };
    await api.http.post('/admin-api/v1/auth/login').send(login).expect(401);
    await button('Enable').click();
    await visitor.sent(() => button('Enable', dialog()).click());
    await api.http.post('/admin-api/v1/auth/login').send(login).expect(200);
    await page.getByRole('tab', { name: 'History' }).click();
    await main().getByText('Reason: Has not paid').waitFor();
    await visitor.settled();
  });

  it('of the platform cannot be disabled', async () => {
    await visitor.goTo(`tenants/${api.tenantId}`);
    expect(await button(/^Disable/).getAttribute('title')).toContain('manages the others');
  });

  it('are visited by those alone who may act in them', async () => {
    await owner
      .post('roles', { code: 'observer', name: 'Observer', permissions: ['tenants.read', 'roles.read'] })
      .expect(201);
    const observer = await suite.signedIn(await anAdmin(api, ['observer']));
    await observer.goTo(`tenants/${id}`);
    const visit = observer.page.locator('#content').getByRole('button', { name: /^Visit/ });
    expect(await visit.getAttribute('title')).toContain('tenants.access');
    expect(await observer.page.getByRole('button', { name: 'Visit another tenant' }).count()).toBe(0);
  });
});
