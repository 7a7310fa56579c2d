import type { Locator, Page } from 'playwright-core';
import { asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { webhookClient, type WebhookClient } from '../admin/support/webhooks';
import { eventually } from '../support/api';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { isSignedBy, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { expectAccessible } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';

describeInBrowser('Webhooks in the console', () => {
  const suite = suiteConsole({ NODE_ENV: 'development', WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' });
  const { api } = suite;
  let receiver: WebhookReceiver;
  let owner: AdminClient;
  let webhooks: WebhookClient;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    owner = await asOwner(api);
    webhooks = webhookClient(owner);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });
  afterAll(() => receiver.close());

  const main = () => page.locator('#content');
  const button = (name: string, within: Page | Locator = main()) => within.getByRole('button', { name, exact: true });
  const dialog = () => page.locator('dialog[open]');
  const question = () => page.getByRole('alertdialog');

  async function storedSecret(): Promise<string> {
    const secret = await dialog().locator('[data-secret]').innerText();
    await dialog().getByLabel('I have stored the secret in a safe place.').check();
    await button('Done', dialog()).click();
    await dialog().waitFor({ state: 'detached' });
    await visitor.settled();
    expect(await page.content()).not.toContain(secret);
    return secret;
  }

  async function anEndpoint(path: string, event_types = ['app.updated']): Promise<string> {
    return (await webhooks.create({ url: receiver.url(path), event_types })).id;
  }

  it('are made for some types, whose schemas are looked up beside them, and tested at once', async () => {
    await visitor.goTo('webhooks/new');
    await main()
      .getByLabel(/^Address/)
      .fill(receiver.url('/made'));
    await main().getByLabel('Only these').check();
    await button('Schema member.deleted').click();
    await dialog().locator('summary:focus').filter({ hasText: 'member.deleted' }).waitFor();
    await dialog().locator('details[open] pre').first().waitFor();
    expect(await dialog().locator('details[open]').innerText()).toContain('"type": "member.deleted"');
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'All of Members' }).check();
    await page.getByRole('checkbox', { name: /^member\.suspended/ }).uncheck();
    await button('Create').click();
    await dialog().locator('[data-secret]').waitFor();
    const secret = await storedSecret();
    await visitor.arrived(receiver.url('/made'));
    const id = page.url().split('/').at(-1)!;
    const { event_types } = await webhooks.read(id);
    expect([...event_types].sort()).toEqual(['member.deleted', 'member.registered', 'member.verified']);

    await button('Send a test').click();
    await dialog().getByText('HTTP 204').waitFor();
    await dialog().getByText('Delivered', { exact: true }).waitFor();
    await expectAccessible(page, 'a delivery');
    const [received] = receiver.at('/made');
    expect(isSignedBy(secret, received!)).toBe(true);
    expect(await dialog().locator('pre').first().innerText()).toContain('webhook.test');
    // The address leads to it.
    expect(page.url()).toContain('delivery=');
    await page.keyboard.press('Escape');
    await visitor.settled();
    expect(page.url()).not.toContain('delivery=');
  });

  it('show what was sent and answered, and send it again', async () => {
    receiver.answers.set('/broken', { status: 500, body: '{"error":"unknown event"}' });
    const id = await anEndpoint('/broken');
    await webhooks.settled(id, await webhooks.test(id));
    await visitor.goTo(`webhooks/${id}?tab=deliveries&status=failed`);
    await button('webhook.test').click();
    await dialog().getByText('HTTP 500').waitFor();
    expect(await dialog().locator('pre').nth(1).innerText()).toContain('"error": "unknown event"');
    expect(await dialog().locator('pre').nth(2).innerText()).toContain('"webhook-id: $ID"');
    receiver.answers.delete('/broken');
    await button('Deliver again', dialog()).click();
    await dialog().getByText('HTTP 204').waitFor();
    await dialog().getByText('Delivered again').waitFor();
    const [first, second] = receiver.at('/broken');
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    await page.keyboard.press('Escape');
  });

  it('are sent the events of a time range again, with the ids that they had', async () => {
    const id = await anEndpoint('/replayed');
    const { lock_version } = (await owner.get(`apps/${api.appId}`).expect(200)).body.data as { lock_version: number };
    await owner.patch(`apps/${api.appId}`, { lock_version, name: 'Corner Shop' }).expect(200);
    await eventually(() => Promise.resolve(receiver.at('/replayed').length === 1));
    await visitor.goTo(`webhooks/${id}`);
    await button('Replay…').click();
    await dialog().getByLabel(/^From/).fill('2026-01-01T00:00');
    await dialog().getByLabel('Only these').check();
    expect(await button('Replay', dialog()).getAttribute('aria-disabled')).toBe('true');
    expect(await dialog().getByRole('checkbox').count()).toBe(1);
    await dialog().getByRole('checkbox').check();
    await button('Replay', dialog()).click();
    await page.getByText('1 event is sent again').waitFor();
    await eventually(() => Promise.resolve(receiver.at('/replayed').length === 2));
    const ids = receiver.at('/replayed').map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Deliveries');
    await visitor.settled();
  });

  it('get another secret, which signs beside the old one', async () => {
    const { id, secret } = await webhooks.create({ url: receiver.url('/rotated'), event_types: ['app.updated'] });
    await visitor.goTo(`webhooks/${id}`);
    await button('Rotate secret…').click();
    await button('Rotate secret', question()).click();
    await dialog().locator('[data-secret]').waitFor();
    const next = await storedSecret();
    await button('Send a test').click();
    await dialog().getByText('HTTP 204').waitFor();
    await page.keyboard.press('Escape');
    const [received] = receiver.at('/rotated');
    expect([secret, next].map((each) => isSignedBy(each, received!))).toEqual([true, true]);
  });

  it('tell why they were switched off, and are switched on and off and deleted', async () => {
    const id = await anEndpoint('/off');
    await queryAs(
      api.urls.superuserUrl,
      `UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'failing', failing_since = now() - interval '5 days'
       WHERE id = $1`,
      [id],
    );
    await visitor.goTo('webhooks?enabled=false');
    await page.getByText('Disabled: failed').waitFor();
    await visitor.goTo(`webhooks/${id}`);
    await page.getByText('All deliveries failed for five days', { exact: false }).waitFor();
    expect(await button('Replay…').getAttribute('aria-disabled')).toBe('true');
    await button('Enable').click();
    await button('Disable').waitFor();
    expect(await webhooks.read(id)).toMatchObject({ enabled: true, disabled_reason: null });
    await button('Disable').click();
    await button('Disable', question()).click();
    await page.getByText('An administrator has disabled the endpoint', { exact: false }).waitFor();
    await button('Delete').click();
    await question()
      .getByLabel(/^Type/)
      .fill(new URL(receiver.url('/off')).host);
    await button('Delete', question()).click();
    await visitor.arrived('Webhooks');
    await owner.get(`webhooks/endpoints/${id}`).expect(404);
  });
});
