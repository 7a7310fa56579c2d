import type { Locator, Page } from 'playwright-core';
import { type AdminClient, anAdmin, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { linksSentTo, linkSentTo } from '../admin/support/tenants';
import { anEmail, PASSWORD } from '../support/api';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';

interface UserData {
  readonly id: string;
  readonly status: string;
  readonly roles: readonly string[];
}

/** From the invitation to the end, each step where the one before has led. */
describeInBrowser('Administrators by the console alone', () => {
  const suite = suiteConsole({ NODE_ENV: 'development' });
  const { api } = suite;
  const email = anEmail();
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;
  let guest: Visitor;
  let guestId: string;
  let ownId: string;

  beforeAll(async () => {
    owner = await asOwner(api);
    const { body } = await owner.get('auth/context').expect(200);
    ownId = (body.data as { user: { id: string } }).user.id;
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
    guest = await suite.arrive();
  });

  const main = () => page.locator('#content');
  const button = (name: string, within: Page | Locator = main()) => within.getByRole('button', { name, exact: true });
  const dialog = () => page.locator('dialog[open]');
  const role = (name: string | RegExp) => main().getByRole('group', { name: 'Roles' }).getByRole('checkbox', { name });
  const record = (id: string, tab = '') => visitor.goTo(`administrators/${id}${tab && `?tab=${tab}`}`);
  const userOf = async (id: string) => (await owner.get(`users/${id}`).expect(200)).body.data as UserData;

  async function confirmed(act: string, reason?: string): Promise<void> {
    if (reason !== undefined)
      await dialog()
        .getByLabel(/^Reason/)
        .fill(reason);
    await visitor.sent(() => button(act, dialog()).click());
  }

  async function reasonOf(id: string, route: string): Promise<unknown> {
    const { body } = await owner.get(`audit/logs?resource_type=user&resource_id=${id}`).expect(200);
    const { items } = body.data as { items: { route: string; reason: unknown }[] };
    return items.find((item) => item.route.endsWith(route))?.reason;
  }

  it('are invited with a role, and invited again', async () => {
    await visitor.goTo('administrators');
    await button('Invite an administrator').click();
    await visitor.arrived('Invite an administrator');
    await main().getByLabel('Email').fill(email);
    await main().getByLabel('Name', { exact: false }).first().fill('Lin Xiaowen');
    await role(/^Auditor/).check();
    await visitor.sent(() => button('Send the invitation').click(), 201);
    await visitor.arrived('Lin Xiaowen');
    guestId = new URL(page.url()).pathname.split('/').at(-1)!;
    await main().getByText('Invited', { exact: true }).waitFor();
    await linkSentTo(api, email);
    await button('Send the invitation again').click();
    await confirmed('Send the invitation again');
    await linkSentTo(api, email, 2);
    expect(await linksSentTo(api, email)).toHaveLength(2);
  });

  it('accept in a browser of their own, and are no longer pending', async () => {
    const { pathname, search } = await linkSentTo(api, email, 2);
    await guest.open((pathname + search).replace(/^\/console\//, ''));
    await guest.page.locator('input[name="new-password"]').fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByRole('link', { name: 'Sign in' }).click();
    await guest.fillIn({ email, password: PASSWORD });
    await guest.page.locator('#content').waitFor();
    await guest.settled();
    await visitor.goTo('administrators');
    const row = main().getByRole('row', { name: /Lin Xiaowen/ });
    await row.getByText('Active', { exact: true }).waitFor();
    await row.getByText('Auditor').waitFor();
    // One's own account is told from the others.
    await main()
      .getByRole('row', { name: /Administrator.*You/ })
      .waitFor();
  });

  it('may do what a role says once it is granted, and read why not before', async () => {
    const create = guest.page.getByRole('button', { name: /^New dictionary/ });
    await guest.goTo('dictionaries');
    expect(await create.first().getAttribute('title')).toContain('dictionaries.write');
    await record(guestId, 'roles');
    // Meanwhile somebody else gives another role: none of the two is lost.
    await role(/^Content editor/).check();
    await owner.put(`users/${guestId}/roles`, { roles: ['auditor', 'release_manager'] }).expect(200);
    await visitor.sent(() => button('Save').click());
    expect((await userOf(guestId)).roles).toEqual(['auditor', 'content_editor', 'release_manager']);
    await guest.page.reload();
    await guest.settled();
    expect(await create.first().getAttribute('aria-disabled')).toBeNull();
  });

  it('cannot reach an owner without being able to make one', async () => {
    const colleague = await suite.signedIn(await anAdmin(api, ['admin']));
    await colleague.goTo(`administrators/${ownId}`);
    for (const name of [/^Disable/, /^Delete/, /^Send a password reset/]) {
      const off = colleague.page.locator('main header').getByRole('button', { name });
      expect(await off.getAttribute('aria-disabled')).toBe('true');
      expect(await off.getAttribute('title')).toContain('role Owner');
    }
    expect(await colleague.page.getByLabel('Name *').isDisabled()).toBe(true);
    await colleague.page.getByRole('tab', { name: 'Roles' }).click();
    await colleague.settled();
    const locked = colleague.page.getByRole('checkbox', { name: /^Owner/ });
    expect(await locked.isDisabled()).toBe(true);
    await colleague.page.getByText('You lack its permission roles.write').waitFor();
  });

  it('read why the last owner stays, until there is another', async () => {
    await record(ownId);
    await main()
      .getByText(/^This is the only owner/)
      .waitFor();
    expect(await button('Disable').getAttribute('title')).toContain('only owner');
    await page.getByRole('tab', { name: 'Roles' }).click();
    await visitor.settled();
    expect(await role(/^Owner/).isDisabled()).toBe(true);
    await record(guestId, 'roles');
    await role(/^Owner/).check();
    await role(/^Platform administrator/).check();
    await visitor.sent(() => button('Save').click());
    await record(ownId, 'roles');
    await role(/^Owner/)
      .and(page.locator(':enabled'))
      .waitFor();
    expect(
      await main()
        .getByText(/^This is the only/)
        .count(),
    ).toBe(0);
    await owner.put(`users/${guestId}/roles`, { roles: ['auditor', 'content_editor'] }).expect(200);
  });

  it('have sessions that can be ended one by one', async () => {
    await record(guestId, 'sign_ins');
    const sessions = main().getByRole('region', { name: 'Sessions' });
    expect(await sessions.getByRole('listitem').count()).toBe(1);
    const events = main().getByRole('region', { name: 'The last 20 sign-ins' });
    await events.getByText('Success').first().waitFor();
    await sessions.getByRole('button', { name: /^End (?!all)/ }).click();
    await confirmed('End', 'A laptop was lost');
    await sessions.getByText('No live session').waitFor();
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await guest.fillIn({ email, password: PASSWORD });
    await guest.page.locator('#content').waitFor();
    await guest.settled();
    guest.takeFaults();
    await main().getByRole('button', { name: 'End all sessions' }).waitFor();
  });

  it('are disabled several at once, but for those who have to stay', async () => {
    await visitor.goTo('administrators');
    for (const name of ['Lin Xiaowen', 'Administrator'])
      await button(`Select ${name}`)
        .or(main().getByRole('checkbox', { name: `Select ${name}`, exact: true }))
        .check();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await button('Disable', bar).click();
    await visitor.sent(() => button('Disable', dialog()).click(), 409);
    expect(visitor.takeFaults()).toEqual(['409 POST /admin-api/v1/users/batch-disable']);
    await bar.getByRole('alert').waitFor();
    await button('Deselect it', bar).click();
    await button('Disable', bar).click();
    await confirmed('Disable', 'On leave until spring');
    expect((await userOf(guestId)).status).toBe('disabled');
    expect((await userOf(ownId)).status).toBe('active');
    expect(await reasonOf(guestId, '/users/batch-disable')).toBe('On leave until spring');
  });

  it('are enabled again, and deleted with their address typed', async () => {
    await record(guestId);
    expect(await button('Send a password reset').getAttribute('title')).toContain('enable it first');
    await button('Enable').click();
    await confirmed('Enable', 'Back from leave');
    expect(await reasonOf(guestId, '/users/{id}/enable')).toBe('Back from leave');
    await button('Delete').click();
    await dialog().getByLabel(/^Type/).fill(email);
    await confirmed('Delete', 'Has left');
    await visitor.arrived('Administrators');
    await owner.get(`users/${guestId}`).expect(404);
    guest.takeFaults();
  });

  it('stand in the audit log with each of it', async () => {
    const { body } = await owner.get('audit/logs?page_size=100&outcome=success').expect(200);
    const { items } = body.data as { items: { actor: { display: string }; method: string; route: string }[] };
    const did = items
      .filter(({ actor }) => actor.display === 'Administrator')
      .map(({ method, route }) => `${method} ${route}`);
    for (const route of [
      'POST /admin-api/v1/users',
      'POST /admin-api/v1/users/{id}/send-password-reset',
      'PUT /admin-api/v1/users/{id}/roles',
      'DELETE /admin-api/v1/sessions/{id}',
      'POST /admin-api/v1/users/batch-disable',
      'POST /admin-api/v1/users/{id}/enable',
      'DELETE /admin-api/v1/users/{id}',
    ])
      expect([route, did.includes(route)]).toEqual([route, true]);
  });
});
