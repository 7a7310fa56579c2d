import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { asOwner, anAdmin, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { aMember, clientOf, type Member } from '../mobile/support/journey';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';
import { DESK, expectFitting, PHONE } from './support/layout';
import { aKnownMember, joins, signInFrom, userIdOf } from './support/people';

describeInBrowser('Members', () => {
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

  const list = () => `apps/${api.appId}/members`;
  const main = () => page.locator('#content');
  const button = (name: string) => main().getByRole('button', { name, exact: true });
  const question = () => page.locator('dialog.ak-dialog[open]');
  const row = (name: string) => main().getByRole('row').filter({ hasText: name });
  const statusOf = async (member: Member) =>
    (await owner.get(`apps/${api.appId}/members/${await userIdOf(api, member)}`).expect(200)).body.data
      .status as string;
  const isSignedIn = async (token: string) => (await clientOf(api).context(token)).status === 200;
  const named = async (display_name: string) => ({ display_name, member: await aMember(api, { display_name }) });

  /** What the button of a question sends. */
  async function answered(act: string, path: RegExp): Promise<number> {
    const isIt = (url: string, method: string) => method !== 'GET' && path.test(new URL(url).pathname);
    const [answer] = await Promise.all([
      page.waitForResponse((each) => isIt(each.url(), each.request().method())),
      question().getByRole('button', { name: act, exact: true }).click(),
    ]);
    await visitor.settled();
    return answer.status();
  }

  it('that there are none yet leads to how people register, and shows the request of an App', async () => {
    await visitor.goTo(list());
    const empty = main().locator('.empty-state');
    expect(await empty.locator('pre').innerText()).toMatch(/curl -X POST .*\/api\/v1\/auth\/register/);
    expect(await empty.locator('pre').innerText()).toContain(api.appId);
    await empty.getByRole('link', { name: 'Settings of registration' }).click();
    await visitor.settled();
    expect(page.url()).toMatch(/\/settings\?tab=registration$/);
    await main().getByRole('heading', { level: 2, name: 'Registration' }).waitFor();
  });

  it('are found by their whole address, and exported as they are filtered', async () => {
    const [first, second] = [await named('Ada Byron'), await named('Grace Hopper')];
    await visitor.open(list());
    await main().getByRole('searchbox').fill(first.member.email);
    await page.waitForURL(/q=/);
    await visitor.settled();
    expect(await row('Ada Byron').count()).toBe(1);
    expect(await row('Grace Hopper').count()).toBe(0);
    const coming = page.waitForEvent('download');
    await button('Export CSV').click();
    const file = readFileSync(await (await coming).path(), 'utf8');
    expect(file).toContain('Ada Byron');
    expect(file).not.toContain(second.member.email);
    await visitor.settled();
  });

  it('are suspended together or not at all, and those in the way are marked', async () => {
    const [one, other] = [await named('Batch One'), await named('Batch Two')];
    const { access_token } = await signInFrom(api, one.member);
    await owner.post(`apps/${api.appId}/members/${await userIdOf(api, other.member)}/suspend`).expect(200);
    await visitor.open(`${list()}?q=Batch`);
    for (const name of ['Batch One', 'Batch Two']) await row(name).getByRole('checkbox').check();
    await button('Suspend').click();
    expect(await answered('Suspend', /batch-suspend$/)).toBe(409);
    expect(visitor.takeFaults()).toEqual([`409 POST /admin-api/v1/apps/${api.appId}/members/batch-suspend`]);
    await row('Batch Two').getByText('Stopped the batch').waitFor();
    await main().getByText('Some are suspended already').waitFor();
    expect(await isSignedIn(access_token)).toBe(true);
    await button('Deselect it').click();
    await button('Suspend').click();
    await question()
      .getByLabel(/^Reason/)
      .fill('Spam in the comments');
    expect(await answered('Suspend', /batch-suspend$/)).toBe(200);
    await row('Batch One').getByText('Suspended').waitFor();
    expect([await statusOf(one.member), await isSignedIn(access_token)]).toEqual(['suspended', false]);
    const { body } = await owner.get(`audit/logs?resource_id=${await userIdOf(api, one.member)}`).expect(200);
    expect(JSON.stringify(body.data)).toContain('Spam in the comments');
    for (const name of ['Batch One', 'Batch Two']) await row(name).getByRole('checkbox').check();
    await button('End the suspension').click();
    expect(await answered('End the suspension', /batch-activate$/)).toBe(200);
    expect([await statusOf(one.member), await statusOf(other.member)]).toEqual(['active', 'active']);
  });

  it('are one page each: who it is, devices, sessions and what was done to them', async () => {
    const id = await aKnownMember(api, owner);
    await joins(api, id, (await aManagedApp(owner, { name: 'Corner Café' })).id);
    await visitor.goTo(`${list()}/${id}`);
    await visitor.arrived('李薇');
    await main().getByText('Verified', { exact: true }).waitFor();
    await main().getByRole('region', { name: 'Consents' }).getByText('Terms of service').waitFor();
    const elsewhere = main().getByRole('region', { name: 'Other Apps' }).getByRole('link', { name: 'Corner Café' });
    expect(await elsewhere.getAttribute('href')).toMatch(new RegExp(`/members/${id}$`));

    await page.getByRole('tab', { name: 'Devices' }).click();
    const phone = main().getByRole('listitem').filter({ hasText: 'Mate 80 Pro' });
    expect(await phone.innerText()).toMatch(/HarmonyOS 6\.0 · App 2\.4\.0/);
    await phone.getByText('Push is on').waitFor();
    await phone.getByRole('link', { name: /^Explain/ }).click();
    await visitor.settled();
    expect(await main().getByLabel('Platform').inputValue()).toBe('harmony');

    await visitor.open(`${list()}/${id}?tab=access`);
    const sessions = main().getByRole('region', { name: 'Live sessions' });
    expect(await sessions.getByRole('listitem').count()).toBe(2);
    await main().getByRole('region', { name: 'Last 20 sign-ins' }).getByText('Wrong password or code').waitFor();
    await sessions.getByRole('listitem').first().getByRole('button', { name: 'End' }).click();
    expect(await answered('End', /\/sessions\/[0-9a-f-]+$/)).toBe(200);
    expect(await sessions.getByRole('listitem').count()).toBe(1);
    await sessions.getByRole('button', { name: 'End all' }).click();
    expect(await answered('End all', /\/sessions\/revoke$/)).toBe(200);
    await sessions.getByText('No live session').waitFor();
  });

  it('are suspended, reinstated and removed with a reason that stands in their history', async () => {
    const { member } = await named('Lin Mei');
    const id = await userIdOf(api, member);
    await visitor.goTo(`${list()}/${id}`);
    await button('Suspend').click();
    await question()
      .getByLabel(/^Reason/)
      .fill('On their own request');
    expect(await answered('Suspend', /\/suspend$/)).toBe(200);
    expect(await statusOf(member)).toBe('suspended');
    await page.getByRole('tab', { name: 'History' }).click();
    await main().getByText('On their own request').waitFor();
    await button('End the suspension').click();
    expect(await answered('End the suspension', /\/activate$/)).toBe(200);
    expect(await statusOf(member)).toBe('active');
    await button('Remove').click();
    const act = question().getByRole('button', { name: 'Remove', exact: true });
    expect((await act.isDisabled()) || (await act.getAttribute('aria-disabled')) === 'true').toBe(true);
    await question().getByLabel(/^Type/).fill('Lin Mei');
    expect(await answered('Remove', /\/members\/[0-9a-f-]+$/)).toBe(200);
    await visitor.arrived('Members');
    await owner.get(`apps/${api.appId}/members/${id}`).expect(404);
  });

  it('show whoever may not see sessions which permissions would tell', async () => {
    const id = await userIdOf(api, (await named('Only A Name')).member);
    const guest = await suite.signedIn(await anAdmin(api, ['notification_operator']));
    await guest.goTo(`${list()}/${id}?tab=access`);
    const note = guest.page.locator('#content .ak-note');
    expect(await note.innerText()).toContain('sessions.read, security.read');
    const suspend = guest.page.locator('#content').getByRole('button', { name: /^Suspend/ });
    expect(await suspend.getAttribute('title')).toContain('members.write');
  });

  it('are found by the palette', async () => {
    const { member } = await named('Zhou Yan');
    await visitor.goTo('');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to, create, find' }).fill(member.email);
    await page.getByRole('option', { name: /Zhou Yan.*Member/ }).click();
    await visitor.arrived('Zhou Yan');
  });

  it('are shown by whatever they call themselves, on a phone too', async () => {
    const name = `"><img src=x onerror="alert(1)"> {name} | @:frame.home ${'W'.repeat(60)}`;
    const id = await userIdOf(api, (await named(name)).member);
    await page.setViewportSize(PHONE);
    for (const place of [`${list()}?q=onerror`, `${list()}/${id}`, `sessions?user_id=${id}`]) {
      await visitor.open(place);
      await expectFitting(page, place);
    }
    await visitor.open(`${list()}/${id}`);
    expect(await page.locator('h1').textContent()).toBe(name);
    await button('Suspend').click();
    expect(await question().locator('h2').textContent()).toContain(name);
    await expectFitting(page, 'the question');
    await page.keyboard.press('Escape');
    await page.setViewportSize(DESK);
  });
});
