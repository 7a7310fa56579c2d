import type { Page } from 'playwright-core';
import { asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { aDictionary, dictionaryClient } from '../admin/support/dictionaries';
import { anApp, DRAFT, pageClient } from '../admin/support/pages';
import { aTenant } from '../admin/support/tenants';
import { webhookClient } from '../admin/support/webhooks';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';
import { departments, supportRole } from './support/organisation';

const PARTLY = '1 done, 1 not; each row that is left tells why.';

describeInBrowser('Many rows at once', () => {
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

  const bar = () => page.getByRole('region', { name: 'Selected rows' });
  const question = () => page.locator('dialog[open]');
  const row = (id: string) => page.locator(`tr[data-id="${id}"]`);

  async function tick(place: string, ids: readonly string[]): Promise<void> {
    await visitor.goTo(place);
    for (const id of ids) await row(id).getByRole('checkbox').check();
  }

  /** Asks for it, types how many they are where that is wanted, and waits for all answers. */
  async function act(name: string, { typed, reason }: { typed?: string; reason?: string } = {}): Promise<void> {
    await bar().getByRole('button', { name, exact: true }).click();
    const sure = question().getByRole('button', { name, exact: true });
    if (typed !== undefined) {
      expect(await sure.isDisabled()).toBe(true);
      await question()
        .getByLabel(/^Type .* to go on$/)
        .fill(typed);
    }
    if (reason !== undefined)
      await question()
        .getByLabel(/^Reason/)
        .fill(reason);
    await sure.click();
    await question().waitFor({ state: 'detached' });
    await bar()
      .getByText(PARTLY)
      .or(page.getByText(`${name}: `))
      .first()
      .waitFor();
    await visitor.settled();
  }

  it('are disabled, enabled, and deleted once their number is typed: dictionaries', async () => {
    const dictionaries = dictionaryClient(owner);
    const ids = [(await dictionaries.create(aDictionary())).id, (await dictionaries.create(aDictionary())).id];
    await tick('dictionaries', ids);
    await act('Disable');
    for (const id of ids) expect((await dictionaries.read(id)).status).toBe('disabled');
    await tick('dictionaries', ids.slice(1));
    await act('Enable');
    expect((await dictionaries.read(ids[1]!)).status).toBe('active');
    await tick('dictionaries', ids);
    await act('Delete', { typed: '2', reason: 'Of an order system that is gone' });
    for (const id of ids) await owner.get(`dictionaries/${id}`).expect(404);
    const { body } = await owner.get(`audit/logs?resource_id=${ids[0]}&page_size=1`).expect(200);
    expect((body.data as { items: { reason: string }[] }).items[0]?.reason).toBe('Of an order system that is gone');
  });

  it('are disabled and deleted: endpoints', async () => {
    const webhooks = webhookClient(owner);
    const event_types = ['app.deleted'];
    const one = await webhooks.create({ url: 'https://one.invalid/hooks', event_types });
    const other = await webhooks.create({ url: 'https://other.invalid/hooks', event_types });
    await tick('webhooks', [one.id, other.id]);
    await act('Disable');
    expect((await webhooks.read(one.id)).enabled).toBe(false);
    await tick('webhooks', [one.id]);
    await act('Enable');
    expect((await webhooks.read(one.id)).enabled).toBe(true);
    await tick('webhooks', [one.id, other.id]);
    await act('Delete', { typed: '2' });
    await owner.get(`webhooks/endpoints/${other.id}`).expect(404);
  });

  it('are disabled but for the one that has to stay: tenants', async () => {
    const { id } = await aTenant(api);
    const read = async (): Promise<string> =>
      ((await owner.get(`tenants/${id}`).expect(200)).body.data as { status: string }).status;
    await tick('tenants', [id, api.tenantId]);
    await act('Disable', { typed: '2', reason: 'Has not paid' });
    expect(await read()).toBe('disabled');
    expect(await row(api.tenantId).getByRole('checkbox').isChecked()).toBe(true);
    expect(visitor.takeFaults()).toEqual([`409 POST /admin-api/v1/tenants/${api.tenantId}/disable`]);
    await bar().getByRole('button', { name: 'Clear selection' }).click();
    await tick('tenants', [id]);
    await act('Enable');
    expect(await read()).toBe('active');
  });

  it('are deleted where nobody has them, and taken from several people: roles', async () => {
    const code = await supportRole(api, owner);
    await departments(api, owner);
    await owner.post('roles', { code: 'unused', name: 'Unused', permissions: ['apps.read'] }).expect(201);
    await tick('roles', [code, 'unused']);
    await act('Delete', { typed: '2' });
    await owner.get('roles/unused').expect(404);
    expect(visitor.takeFaults()).toEqual([`409 DELETE /admin-api/v1/roles/${code}`]);

    await visitor.goTo(`roles/${code}?tab=users`);
    await page.getByLabel('Select all rows of this page').check();
    await act('Take the role away');
    await page.getByText('Nobody has this role').waitFor();
    await tick('roles', [code]);
    await act('Delete', { typed: '1' });
    await owner.get(`roles/${code}`).expect(404);
  });

  it('are published, and deleted but for those that every App has: pages', async () => {
    const path = `apps/${api.appId}/content/pages`;
    await owner.post(path, { slug: 'imprint' }).expect(201);
    await pageClient(owner, `${path}/imprint`).save(DRAFT);
    const place = `apps/${api.appId}/pages`;
    await tick(place, ['imprint', 'about-us']);
    await act('Publish');
    expect((await pageClient(owner, `${path}/imprint`).read()).published).not.toBeNull();
    await tick(place, ['imprint', 'about-us']);
    await act('Delete', { typed: '2' });
    await owner.get(`${path}/imprint`).expect(404);
    expect(visitor.takeFaults()).toHaveLength(2);
  });

  it('are disabled, enabled and deleted: Apps', async () => {
    const create = async (name: string): Promise<string> =>
      (
        (await owner.post('apps', { name, app_type: 'uni_app', default_locale: 'zh-CN' }).expect(201)).body.data as {
          id: string;
        }
      ).id;
    const ids = [await create('Corner Shop'), await create('Corner Café')];
    await tick('apps', ids);
    await act('Disable', { typed: '2' });
    await tick('apps', ids.slice(1));
    await act('Enable');
    const { body } = await owner.get(`apps?ids=${ids.join(',')}`).expect(200);
    const statuses = new Map(
      (body.data as { items: { id: string; status: string }[] }).items.map((app) => [app.id, app.status]),
    );
    expect(ids.map((id) => statuses.get(id))).toEqual(['disabled', 'active']);
    await tick('apps', ids.slice(0, 1));
    await act('Delete', { typed: '1' });
    await owner.get(`apps/${ids[0]}`).expect(404);
  });

  const pageOf = (app: string, slug: string) => pageClient(owner, `apps/${app}/content/pages/${slug}`);
  const isOut = async (app: string, slug: string) => (await pageOf(app, slug).read()).published !== null;

  async function write(app: string, slugs: readonly string[]): Promise<void> {
    for (const slug of slugs) {
      await owner.post(`apps/${app}/content/pages`, { slug }).expect(201);
      await pageOf(app, slug).save(DRAFT);
    }
  }

  it('stay those of the App that they were ticked in: pages of the same names', async () => {
    const other = await anApp(api, { name: 'Corner Café' });
    const slugs = ['delivery', 'returns'];
    for (const app of [api.appId, other]) await write(app, slugs);
    await tick(`apps/${api.appId}/pages`, slugs);
    await bar().getByRole('button', { name: 'Delete', exact: true }).click();
    await question().waitFor();
    await visitor.goTo(`apps/${other}/pages`);
    expect(await question().count()).toBe(0);

    await tick(`apps/${api.appId}/pages`, slugs);
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/publish', async (route) => {
      begun.resolve();
      await released.promise;
      await route.continue();
    });
    await bar().getByRole('button', { name: 'Publish', exact: true }).click();
    await question().getByRole('button', { name: 'Publish', exact: true }).click();
    await begun.promise;
    await page.goBack();
    await page.waitForURL(`**/apps/${other}/pages`);
    await row('returns').waitFor();
    released.resolve();
    await page.getByText('Publish stopped, because you left the page: 1 done, 1 not.').waitFor();
    await visitor.settled();
    await page.unroute('**/publish');
    expect(await Promise.all(slugs.map((slug) => isOut(api.appId, slug)))).toEqual([true, false]);
    expect(await Promise.all(slugs.map((slug) => isOut(other, slug)))).toEqual([false, false]);
  });

  it('are left where somebody else has saved them since they were seen: pages', async () => {
    await write(api.appId, ['hours', 'parking']);
    await tick(`apps/${api.appId}/pages`, ['hours', 'parking']);
    await pageOf(api.appId, 'parking').save({ ...DRAFT, title: { ...DRAFT.title, 'en-US': 'Not yet' } });
    await act('Publish');
    expect([await isOut(api.appId, 'hours'), await isOut(api.appId, 'parking')]).toEqual([true, false]);
    expect(visitor.takeFaults()).toEqual([`409 POST /admin-api/v1/apps/${api.appId}/content/pages/parking/publish`]);
    // The list shows it as it is now.
    await row('parking').getByText('Not yet').waitFor();
    await act('Publish');
    expect(await isOut(api.appId, 'parking')).toBe(true);
  });
});
