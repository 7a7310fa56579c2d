import type { Page } from 'playwright-core';
import { type AdminClient, anAdmin, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { anApp } from '../admin/support/pages';
import { settingClient, type SettingAnswer } from '../admin/support/settings';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';

const SECRET = 'sk_live_51HhZ0xQ';

describeInBrowser('Settings', () => {
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
  const button = (name: string) => main().getByRole('button', { name, exact: true });
  const known = (name: string) => main().getByRole('region', { name, exact: true });
  const settingOf = async (key: string): Promise<SettingAnswer | undefined> => {
    const { body } = await owner.get(`settings?q=${key}`).expect(200);
    return (body.data.items as SettingAnswer[]).find((each) => each.key === key);
  };

  it('that the service reads tell what holds and where it comes from, and are set from there', async () => {
    await visitor.goTo('settings?tab=known');
    const zone = known('Time zone');
    await zone.getByText('From: Default', { exact: true }).waitFor();
    expect(await zone.locator('.used strong').innerText()).toBe('UTC');
    await zone.getByRole('link', { name: 'Set Time zone: Tenant' }).click();
    await visitor.settled();
    expect(await main().getByLabel('Key', { exact: false }).first().inputValue()).toBe('tenant.time_zone');
    expect(await main().getByLabel('Kind of value', { exact: false }).inputValue()).toBe('Text');
    expect(await button('Create').getAttribute('aria-disabled')).toBe('true');
    const value = main().getByRole('combobox', { name: /^Value/ });
    await value.fill('Asia/Nowhere');
    await visitor.sent(() => button('Create').click(), 422);
    expect(visitor.takeFaults()).toEqual(['422 POST /admin-api/v1/settings']);
    await main().locator('input[aria-invalid="true"]:focus').fill('Asia/Shanghai');
    await visitor.sent(() => button('Create').click(), 201);
    expect(await settingOf('tenant.time_zone')).toMatchObject({ value: 'Asia/Shanghai', scope: 'tenant' });
    // The page shows its times by it at once.
    await page.getByRole('tab', { name: 'History' }).click();
    await visitor.settled();
    expect(await main().locator('time').first().getAttribute('title')).toContain('(Asia/Shanghai)');
    await visitor.goTo('settings?tab=known');
    expect(await zone.locator('.used').innerText()).toMatch(/Asia\/Shanghai\s+From: Tenant/);
  });

  it('of an App win over those of the tenant, and what is disabled counts for nothing', async () => {
    const settings = settingClient(owner);
    const budget = { key: 'sms.daily_budget', value_type: 'number' };
    await settings.create({ ...budget, value: 200 });
    const ofApp = await settings.create({ ...budget, value: 50, scope: 'app', app_id: api.appId });
    await visitor.open(`settings?tab=known&app=${api.appId}`);
    const used = known('SMS codes a day').locator('.used');
    expect(await used.innerText()).toMatch(/50\s+From: App/);
    await settings.patch(ofApp.id, { status: 'disabled' });
    await visitor.open(`settings?tab=known&app=${api.appId}`);
    expect(await used.innerText()).toMatch(/200\s+From: Tenant/);
    await main().getByLabel('As it holds for').selectOption({ label: 'The whole tenant' });
    await visitor.settled();
    expect(new URL(page.url()).searchParams.has('app')).toBe(false);
    expect(await known('SMS codes a day').locator('dt').allInnerTexts()).toEqual(['Tenant', 'Global', 'Default']);
  });

  it('that are secret are written and never read: not in the page, its drafts or its requests', async () => {
    await visitor.goTo('settings/new');
    await main().getByLabel(/^Key/).fill('payment.api_key');
    await main()
      .getByLabel(/^Value/)
      .fill(SECRET);
    await main().getByLabel('Secret', { exact: true }).check();
    // What was typed openly goes on as the secret.
    expect(
      await main()
        .getByLabel(/^Secret value/)
        .inputValue(),
    ).toBe(SECRET);
    await visitor.sent(() => button('Create').click(), 201);
    await visitor.arrived('payment.api_key');
    expect(await settingOf('payment.api_key')).toMatchObject({ value: '********', is_secret: true });
    const seen = `document.body.innerHTML + JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage })
      + [...document.querySelectorAll('input')].map((each) => each.value)`;
    expect(await page.evaluate<string>(seen)).not.toContain(SECRET);
    await main().getByLabel(/^Note/).fill('Of the payment provider');
    await visitor.sent(() => page.keyboard.press('Control+s'));
    await page.locator('.bar > button.icon.wide').click();
    const drawer = page.locator('dialog[open]');
    await drawer.getByText('/admin-api/v1/settings').first().waitFor();
    for (const summary of await drawer.locator('summary').all()) await summary.click();
    expect(await drawer.innerHTML()).not.toContain(SECRET);
    await page.keyboard.press('Escape');
    // Becoming readable takes a new value: the stored one is not revealed.
    await main().getByLabel('Secret', { exact: true }).uncheck();
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true');
    await main()
      .getByLabel(/^Value/)
      .fill('none');
    await visitor.sent(() => button('Save').click());
    expect(await settingOf('payment.api_key')).toMatchObject({ value: 'none', is_secret: false });
  });

  it('have an input for each kind of value, false included', async () => {
    await visitor.goTo('settings/new');
    // Whoever has typed nothing is asked nothing on the way out.
    await visitor.goTo('settings');
    await visitor.goTo('settings/new');
    await main().getByLabel(/^Key/).fill('shop.open');
    await main().getByLabel('Kind of value', { exact: false }).selectOption('boolean');
    expect(await button('Create').getAttribute('aria-disabled')).toBe('true');
    await main().getByLabel('Off', { exact: true }).check();
    await visitor.sent(() => button('Create').click(), 201);
    expect(await settingOf('shop.open')).toMatchObject({ value: false, value_type: 'boolean' });
    await visitor.goTo('settings/new');
    await main().getByLabel(/^Key/).fill('shop.hours');
    await main().getByLabel('Kind of value', { exact: false }).selectOption('json');
    const json = main().getByLabel(/^Value/);
    await json.fill('{ "from": 9');
    expect(await button('Create').getAttribute('aria-disabled')).toBe('true');
    await json.fill('{ "from": 9, "to": 18 }');
    await visitor.sent(() => button('Create').click(), 201);
    expect(await settingOf('shop.hours')).toMatchObject({ value: { from: 9, to: 18 }, value_type: 'json' });
  });

  it('are deleted by their key, with a reason that the audit log keeps', async () => {
    const { id, key } = await settingClient(owner).create({ key: 'shop.old' });
    await visitor.goTo(`settings/${id}`);
    await button('Delete').click();
    const question = page.getByRole('alertdialog', { name: 'Delete shop.old?' });
    await question.getByLabel(/^Type/).fill(key);
    await question.getByLabel(/^Reason/).fill('The shop has moved');
    await visitor.sent(() => question.getByRole('button', { name: 'Delete' }).click());
    await visitor.arrived('System settings');
    expect(await settingOf(key)).toBeUndefined();
    const { body } = await owner.get(`audit/logs?resource_type=setting&resource_id=${id}&page_size=1`).expect(200);
    expect(body.data.items[0]).toMatchObject({ reason: 'The shop has moved', outcome: 'success' });
  });

  it('ask nothing any more of whoever has gone back', async () => {
    const { id, key } = await settingClient(owner).create({ key: 'shop.kept' });
    await visitor.goTo('settings');
    await visitor.goTo(`settings/${id}`);
    await button('Delete').click();
    const question = page.getByRole('alertdialog', { name: `Delete ${key}?` });
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    await visitor.arrived('System settings');
    expect(await settingOf(key)).toMatchObject({ id });
  });

  it('say which are of the platform to whoever may not set them', async () => {
    const reader = await suite.signedIn(await anAdmin(api, ['admin']));
    await reader.goTo('settings?tab=known');
    const quota = reader.page.getByRole('region', { name: 'Storage quota', exact: true });
    await quota.getByText('Needs the permission settings.global').first().waitFor();
    expect(await quota.getByRole('link', { name: /^(?:Set|Change)/ }).count()).toBe(0);
    expect(await reader.page.getByRole('link', { name: /^(?:Set|Change) Time zone: Tenant/ }).count()).toBe(1);
  });

  it('are set for one of more Apps than a page has, which is looked for by its name', async () => {
    for (let made = 0; made < 100; made++) await anApp(api, { name: `Shop ${made}` });
    const { body: rest } = await owner.get('apps?page=2&page_size=100').expect(200);
    const [last] = rest.data.items as { id: string; name: string }[];
    await visitor.open('settings/new?key=shop.name&scope=app');
    const choice = main().getByRole('combobox', { name: /^App/ });
    expect(await choice.locator('option').count()).toBe(100);
    await main().getByRole('searchbox', { name: 'Find: App' }).fill(last!.name);
    await page.keyboard.press('Enter');
    await choice.selectOption({ label: last!.name });
    await main()
      .getByLabel(/^Value/)
      .fill('Tea');
    await visitor.sent(() => button('Create').click(), 201);
    const setting = await settingOf('shop.name');
    expect(setting).toMatchObject({ scope: 'app', app_id: last!.id });
    // Its name is there, too, where it is not one of a list.
    await visitor.open(`settings/${setting!.id}`);
    expect(await main().getByLabel('Scope', { exact: false }).inputValue()).toBe(last!.name);
    await visitor.open(`settings?tab=known&app=${last!.id}`);
    expect(await main().getByLabel('As it holds for').inputValue()).toBe(last!.id);
  });
});
