import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type AdminClient, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { pageClient } from '../admin/support/pages';
import { settingClient, type SettingAnswer } from '../admin/support/settings';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { suiteConsole, type Visitor } from './support/console';

interface Log {
  readonly id: string;
  readonly seq: number;
  readonly request_id: string;
}

describeInBrowser('The audit log', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;
  let setting: SettingAnswer;

  beforeAll(async () => {
    owner = await asOwner(api);
    const settings = settingClient(owner);
    const { id } = await settings.create({ key: 'company.support_phone', value: '+86 571 1' });
    await settings.patch(id, { value: '+86 571 2', description: 'Of the shop' });
    setting = await settings.create({ key: 'company.fax' });
    await settings.remove(setting.id);
    setting = await settings.read(id);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  const main = () => page.locator('#content');
  const rows = () => main().locator('tbody tr');
  const drawer = () => page.locator('dialog[open]');
  const newest = async (query: string): Promise<Log> =>
    (await owner.get(`audit/logs?page_size=1&${query}`).expect(200)).body.data.items[0] as Log;

  it('is narrowed by what was changed, and a record tells before and after of each field', async () => {
    await visitor.goTo('audit');
    await main().getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Setting' });
    await visitor.settled();
    await main().getByRole('searchbox', { name: 'Id of the record' }).fill(setting.id);
    await page.keyboard.press('Enter');
    await page.waitForURL(/resource_id=/);
    await visitor.settled();
    expect(await rows().count()).toBe(2);
    await rows().first().getByRole('link', { name: 'Setting changed' }).click();
    await drawer().getByRole('heading', { name: 'Setting changed' }).waitFor();
    await visitor.settled();
    const changes = await drawer().getByRole('region', { name: 'Changes' }).getByRole('listitem').allInnerTexts();
    expect(changes.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
      expect.arrayContaining(['value+86 571 1 → +86 571 2', 'descriptionNothing → Of the shop']),
    );
    // The address of the record is one to send to a colleague.
    const { id } = await newest(`resource_type=setting&resource_id=${setting.id}`);
    expect(new URL(page.url()).searchParams.get('record')).toBe(id);
    await drawer().getByRole('link', { name: 'Open the record' }).click();
    await visitor.arrived(setting.key);
  });

  it('leads to the page and to the legal document itself, as the overview of the App does', async () => {
    for (const [type, place] of [
      ['page', 'pages/about-us'],
      ['legal_document', 'legal/privacy-policy'],
    ] as const) {
      const path = `apps/${api.appId}/content/${place}`;
      await pageClient(owner, path).save();
      const { id } = await newest(`resource_type=${type}`);
      await visitor.open(`audit?record=${id}`);
      await drawer().getByRole('link', { name: 'Open the record' }).click();
      await page.waitForURL(new RegExp(`/apps/${api.appId}/${place}$`));
      await visitor.settled();
    }
    await visitor.goTo(`apps/${api.appId}`);
    const changes = main().getByRole('region', { name: 'Last changes' });
    await changes.getByRole('link', { name: 'Page changed' }).click();
    await page.waitForURL(/\/pages\/about-us$/);
    await visitor.settled();
  });

  it('shows everything of a request, and everything about a record', async () => {
    const { id, request_id } = await newest('action=settings.write');
    await visitor.open(`audit?record=${id}`);
    await drawer().getByRole('button', { name: 'Everything of this request' }).click();
    await drawer().waitFor({ state: 'detached' });
    await visitor.settled();
    expect(new URL(page.url()).searchParams.get('q')).toBe(request_id);
    expect(await rows().count()).toBe(1);
    await rows().first().getByRole('link').first().click();
    await drawer().getByRole('button', { name: 'Everything about this record' }).click();
    await drawer().waitFor({ state: 'detached' });
    await visitor.settled();
    expect(await rows().count()).toBe(2);
    // What was deleted has no place any more.
    await rows().filter({ hasText: 'Setting deleted' }).getByRole('link').first().click();
    await visitor.settled();
    expect(await drawer().getByRole('link', { name: 'Open the record' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('record')).toBe(false);
  });

  it('is exported as it is narrowed', async () => {
    await visitor.open(`audit?resource_type=setting&resource_id=${setting.id}`);
    await main().getByLabel('Format of the export').selectOption('ndjson');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main().getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { resource_id: string }).resource_id)).toEqual([
      setting.id,
      setting.id,
    ]);
    await visitor.settled();
  });

  it('is checked as a chain, and names the first record that was altered behind its back', async () => {
    await visitor.open('audit');
    const check = main().getByRole('button', { name: 'Check the chain' });
    await check.click();
    await main().getByRole('status').getByText('The chain is whole').waitFor();
    const { seq } = await newest(`resource_type=setting&resource_id=${setting.id}`);
    const alter = (display: string) =>
      queryAs(api.urls.superuserUrl, 'UPDATE audit_logs SET actor_display = $1 WHERE tenant_id = $2 AND seq = $3', [
        display,
        api.tenantId,
        seq,
      ]);
    await alter('Nobody');
    await check.click();
    const alert = main().getByRole('alert');
    await alert.getByText(`The chain is broken at record ${seq}`).waitFor();
    await alert.getByRole('button', { name: 'Show it in the list' }).click();
    await visitor.settled();
    await rows().filter({ hasText: 'Nobody' }).first().waitFor();
    await alter('Administrator');
  });
});
