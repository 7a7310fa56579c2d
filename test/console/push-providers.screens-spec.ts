import type { Page } from 'playwright-core';
import { anAdmin, asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { aMember } from '../mobile/support/journey';
import { selfOf } from '../mobile/support/self';
import { eventually } from '../support/api';
import { describeInBrowser } from '../support/browser';
import { type GatewayRequest, type SignedGateway, startPushGateway } from '../support/push/signed-gateway';
import { suiteConsole, type Visitor } from './support/console';
import { anApnsConfig, signInFrom } from './support/people';

describeInBrowser('Push providers', () => {
  const suite = suiteConsole({ OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1' });
  const { api } = suite;
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;
  let gateway: SignedGateway<GatewayRequest>;

  beforeAll(async () => {
    gateway = await startPushGateway();
    owner = await asOwner(api);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });
  afterAll(() => gateway.close());

  const path = () => `apps/${api.appId}/push-providers`;
  const main = () => page.locator('#content');
  const button = (name: string) => main().getByRole('button', { name, exact: true });
  const stored = async (provider: string) => {
    const { body } = await owner.get(path()).expect(200);
    const items = body.data.items as { provider: string; enabled: boolean; config: Record<string, unknown> }[];
    return items.find((each) => each.provider === provider);
  };

  async function saved(): Promise<number> {
    const [answer] = await Promise.all([
      page.waitForResponse((each) => each.request().method() === 'PUT'),
      button('Save').click(),
    ]);
    await visitor.settled();
    return answer.status();
  }

  it('that are not set up are all there, and say how', async () => {
    await visitor.goTo(path());
    expect(await main().getByRole('listitem').count()).toBe(6);
    expect(await main().getByText('Not set up').count()).toBe(6);
    await main().getByText('None is on').waitFor();
    await main().getByRole('link', { name: 'Webhook' }).click();
    await visitor.settled();
    await main().getByText('The same by curl').click();
    expect(await main().locator('pre').innerText()).toMatch(/curl -X PUT .*\/push-providers\/webhook/);
  });

  it('are configured by a key file, whose key is kept nowhere and never shown again', async () => {
    const config = anApnsConfig();
    const [, line = ''] = config.key.split('\n');
    await visitor.goTo(`${path()}/apns`);
    const file = { name: 'AuthKey_ABC123DEFG.p8', mimeType: 'application/pkcs8', buffer: Buffer.from(config.key) };
    await main().locator('input[type="file"]').setInputFiles(file);
    await main()
      .getByLabel(/^Topic/)
      .fill(config.topic);
    await main()
      .getByLabel(/^Team id/)
      .fill('wrong');
    expect(
      await main()
        .getByLabel(/^Key id/)
        .inputValue(),
    ).toBe('ABC123DEFG');
    expect(await saved()).toBe(422);
    expect(visitor.takeFaults()).toEqual([`422 PUT /admin-api/v1/${path()}/apns`]);
    await main()
      .getByLabel(/^Team id/)
      .and(page.locator('[aria-invalid="true"]'))
      .waitFor();
    // A draft is put into the tab after a pause, and the request is in its drawer.
    await eventually(async () => {
      const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
      return kept.includes(config.topic);
    });
    await main()
      .getByLabel(/^Team id/)
      .fill(config.team_id);
    expect(await saved()).toBe(200);
    await page.locator('.bar > button.icon.wide').click();
    await page.getByRole('dialog').getByText('/push-providers/apns').first().waitFor();
    const everywhere = await page.evaluate<string>(
      `JSON.stringify({ ...sessionStorage, ...localStorage }) + document.documentElement.innerHTML +
        [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join()`,
    );
    expect(everywhere).toContain(config.topic);
    expect(everywhere).not.toContain(line);
    await page.keyboard.press('Escape');
    await main().getByText('It cannot be read. Left empty, it stays as it is.').waitFor();
    expect(await stored('apns')).toMatchObject({ enabled: true, config: { ...config, key: '********' } });

    await main()
      .getByLabel(/^Environment/)
      .selectOption({ label: 'Sandbox' });
    expect(await saved()).toBe(200);
    expect((await stored('apns'))?.config).toEqual({ ...config, key: '********', environment: 'sandbox' });
    await page.getByRole('tab', { name: 'History' }).click();
    await main().getByRole('region', { name: 'History' }).getByText('Environment').first().waitFor();
  });

  it('refuse a file that holds no key', async () => {
    await visitor.goTo(`${path()}/fcm`);
    const file = { name: 'holiday.json', mimeType: 'application/json', buffer: Buffer.from('{"sun":true}') };
    await main().locator('input[type="file"]').setInputFiles(file);
    await main().getByText('There is no private key in holiday.json').waitFor();
    await button('Save').waitFor();
    expect(await button('Undo changes').count()).toBe(0);
  });

  it('make a signing secret that can be copied until it is saved', async () => {
    await visitor.goTo(`${path()}/uni_push`);
    await main().getByLabel('Way').selectOption({ label: 'Function in uniCloud' });
    await main()
      .getByLabel(/^Address/)
      .fill('https://203.0.113.7/send');
    await button('Make a new one').click();
    expect(
      await main()
        .getByLabel(/^Signing secret/)
        .inputValue(),
    ).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await main().getByText('Copy it to the other side before you save').waitFor();
    await button('Undo changes').click();
  });

  it('send a test to the devices of a member, and show what became of it', async () => {
    await owner.put(`${path()}/webhook`, { enabled: true, config: gateway.config }).expect(200);
    const member = await aMember(api, { display_name: 'Tom Test' });
    const self = selfOf(api, await signInFrom(api, member));
    await visitor.goTo(`${path()}/webhook?tab=test`);
    const panel = page.getByRole('tabpanel', { name: 'Send a test' });
    await button('Member: Choose a member').click();
    const dialog = page.getByRole('dialog', { name: 'Choose a member' });
    await dialog.getByRole('button', { name: 'Tom Test' }).click();
    await button('Member: Change').waitFor();
    const press = () => button('Send the test').click();
    await press();
    await panel.getByRole('alert').waitFor();
    expect(visitor.takeFaults()).toEqual([`422 POST /admin-api/v1/${path()}/webhook/test`]);

    await self.put('devices/current/push', { provider: 'fcm', token: 'a-token', enabled: true }).expect(200);
    await press();
    await panel.getByText('Test passed').waitFor();
    await panel.getByText('1 accepted · 0 failed').waitFor();
    expect(gateway.received.at(-1)?.body.data.device).toMatchObject({ provider: 'fcm', token: 'a-token' });
    gateway.next.push({ status: 410, body: '' });
    await press();
    await panel.getByText('status 410').waitFor();
    await visitor.settled();
  });

  it('are not overwritten where somebody else has set one up meanwhile', async () => {
    await visitor.goTo(`${path()}/log`);
    await main().getByLabel('Push by this provider').check();
    await owner.put(`${path()}/log`, { enabled: false, config: { options: { other: { a: 1 } } } }).expect(200);
    await button('Save').click();
    await main()
      .getByText(/these changes were taken over/)
      .waitFor();
    await visitor.settled();
    expect(await saved()).toBe(200);
    expect(await stored('log')).toMatchObject({ enabled: true, config: { options: { other: { a: 1 } } } });
    await button('Delete').click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel(/^Type/).fill('log');
    await visitor.sent(() => question.getByRole('button', { name: 'Delete', exact: true }).click());
    await visitor.arrived('Push providers');
    expect(await stored('log')).toBeUndefined();
  });

  it('are read by whoever may not change them, and none is made up', async () => {
    const guest = await suite.signedIn(await anAdmin(api, ['notification_operator']));
    await guest.goTo(`${path()}/apns`);
    const content = guest.page.locator('#content');
    await content.getByText('notifications.configure').first().waitFor();
    expect(await content.getByLabel(/^Topic/).isDisabled()).toBe(true);
    await guest.goTo(`${path()}/gcm`);
    await content.getByText('There is nothing at this address').waitFor();
  });
});
