import type { Page } from 'playwright-core';
import { type AdminClient, anAdmin, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { insertMembers } from '../support/messages';
import { suiteConsole, type Visitor } from './support/console';

interface Region {
  readonly code: string;
  readonly name_override: object | null;
  readonly is_public: boolean;
  readonly lock_version: number;
}

describeInBrowser('What the platform is run with', () => {
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
  const rows = () => main().locator('tbody tr');
  const region = async (code: string) => (await owner.get(`regions/${code}`).expect(200)).body.data as Region;

  it('are regions, gone through level by level and found by their names', async () => {
    await visitor.goTo('regions');
    await main().getByRole('searchbox').fill('China');
    await page.waitForURL(/q=China/);
    await visitor.settled();
    await rows()
      .filter({ hasText: /^\s*China\s*CN/ })
      .getByRole('link', { name: /^Divisions/ })
      .click();
    await page.waitForURL(/parent=CN/);
    await visitor.settled();
    const path = main().getByRole('navigation', { name: 'Where it lies' });
    expect((await path.innerText()).replaceAll(/\s+/g, ' ')).toBe('Countries › China');
    await main().getByRole('searchbox').fill('浙江');
    await page.waitForURL(/q=/);
    await visitor.settled();
    expect(await rows().count()).toBe(1);
    await rows().first().getByRole('link').first().click();
    await page.waitForURL(/regions\/330000$/);
    await visitor.settled();
    await path.getByRole('link', { name: 'China' }).click();
    await page.waitForURL(/regions\?parent=CN$/);
    await visitor.settled();
  });

  it('have names of one’s own, which devices get, and which are taken back', async () => {
    await visitor.goTo('regions/330100');
    const english = main().getByRole('group', { name: 'Name of your own' }).getByLabel('English');
    await english.fill('Hangzhou, the lake');
    await main().getByRole('button', { name: 'Save', exact: true }).click();
    await visitor.arrived('Hangzhou, the lake');
    expect(await region('330100')).toMatchObject({ name_override: { 'en-US': 'Hangzhou, the lake' } });
    await english.fill('');
    await main().getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Hangzhou, the lake' }).waitFor({ state: 'detached' });
    await visitor.settled();
    expect(await region('330100')).toMatchObject({ name_override: null });
  });

  it('are hidden several at once, and the others are done where one fails', async () => {
    await visitor.goTo('regions?parent=330100');
    const codes = await main().locator('tbody code').allInnerTexts();
    const [one = '', other = ''] = codes;
    for (const row of [0, 1]) await rows().nth(row).getByRole('checkbox').check();
    await page.route(`**/admin-api/v1/regions/${one}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 409 }) : route.continue(),
    );
    const bar = main().getByRole('region', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hide', exact: true }).click();
    await bar.getByText('1 done, 1 not; each row that is left tells why.').waitFor();
    await page.unroute(`**/admin-api/v1/regions/${one}`);
    expect(visitor.takeFaults()).toEqual([`409 PATCH /admin-api/v1/regions/${one}`]);
    expect([(await region(one)).is_public, (await region(other)).is_public]).toEqual([true, false]);
    await bar.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hide', exact: true }).click();
    await bar.waitFor({ state: 'detached' });
    await visitor.settled();
    expect(await rows().filter({ hasText: 'Hidden' }).count()).toBe(2);
  });

  it('is its runtime, read again by itself while nothing on the page moves', async () => {
    await visitor.goTo('runtime');
    const processes = main().getByRole('region', { name: 'Processes' });
    await processes.getByRole('row').nth(1).waitFor();
    const { body } = await owner.get('runtime').expect(200);
    await main()
      .getByText(body.data.database.version as string, { exact: true })
      .waitFor();
    const names = (body.data.queues as { name: string }[]).map(({ name }) => name);
    const queues = main().getByRole('region', { name: 'Job queues' });
    expect(await queues.locator('tbody th').allInnerTexts()).toEqual(names);
    // Somebody reads at the end of the page.
    await page.evaluate('window.scrollTo(0, 400); window.marked = document.querySelector("tbody tr")');
    const before = await page.evaluate<number>('scrollY');
    await page.waitForResponse((answer) => answer.url().endsWith('/admin-api/v1/runtime'));
    await visitor.settled();
    expect(await page.evaluate('[scrollY, window.marked.isConnected]')).toEqual([before, true]);
  });

  it('is told by figures and trends, of all Apps or of one, and the address says which', async () => {
    const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
      queryAs<Row>(api.urls.superuserUrl, text, values);
    const members = await insertMembers(query, { tenantId: api.tenantId, appId: api.appId }, 24);
    await query(
      `UPDATE app_memberships m SET joined_at = now() - (place - 1) % 9 * interval '3 days'
         FROM unnest($1::uuid[]) WITH ORDINALITY AS member (id, place) WHERE m.user_id = member.id`,
      [members],
    );
    await visitor.goTo('');
    const dashboard = main().getByRole('region', { name: 'Dashboard' });
    await dashboard.getByText('24', { exact: true }).first().waitFor();
    const registrations = dashboard.getByRole('region', { name: 'Registrations', exact: true });
    await registrations.getByText('24 in all').waitFor();
    await dashboard.getByRole('region', { name: 'Downloads' }).getByText('Nothing in this period').waitFor();
    await dashboard.getByLabel('Period').selectOption({ label: 'Last 7 days' });
    await visitor.settled();
    await dashboard.getByLabel('App').selectOption(api.appId);
    await visitor.settled();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('days'), searchParams.get('app')]).toEqual(['7', api.appId]);
    await registrations.getByText('As a table').click();
    // The heading, and a day for each.
    expect(await registrations.getByRole('row').count()).toBe(8);
    await dashboard.getByLabel('Period').selectOption({ label: 'Last 24 hours' });
    await visitor.settled();
    expect(await registrations.getByRole('row').count()).toBe(25);
  });

  it('leaves the page of whoever may not see figures as it was', async () => {
    const editor = await suite.signedIn(await anAdmin(api, ['content_editor']));
    await editor.page.getByRole('heading', { name: 'First steps' }).waitFor();
    expect(await editor.page.getByRole('region', { name: 'Dashboard' }).count()).toBe(0);
  });
});
