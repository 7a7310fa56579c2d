import type { Page } from 'playwright-core';
import { adminClient, anAdmin, asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { aMember, clientOf } from '../mobile/support/journey';
import { aDeviceKey, anEmail } from '../support/api';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';
import { signInFrom, userIdOf } from './support/people';

describeInBrowser('Sessions and what happened to accounts', () => {
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
  const filters = () => main().getByRole('search');
  const question = () => page.getByRole('alertdialog');
  const rows = (name: string) => main().locator('tbody tr').filter({ hasText: name });
  const isSignedIn = async (token: string) => (await clientOf(api).context(token)).status === 200;
  const signedIn = async (display_name: string) => {
    const member = await aMember(api, { display_name });
    return { id: await userIdOf(api, member), member, token: (await signInFrom(api, member)).access_token };
  };

  async function answered(act: string, method: string): Promise<number> {
    const [answer] = await Promise.all([
      page.waitForResponse((each) => each.request().method() === method),
      question().getByRole('button', { name: act, exact: true }).click(),
    ]);
    await visitor.settled();
    return answer.status();
  }

  it('of a surface and an App are listed, one’s own marked, and one is ended', async () => {
    const { token } = await signedIn('Mona Mobile');
    await visitor.goTo('sessions');
    await rows('you').getByText('Administration').waitFor();
    await filters().getByLabel('Where').selectOption({ label: 'Apps' });
    await visitor.settled();
    expect(await rows('Administrator').count()).toBe(0);
    await rows('Mona Mobile').getByRole('button', { name: 'Mona Mobile', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Session' });
    await drawer.getByText('Mate 80 Pro · HarmonyOS').waitFor();
    expect(page.url()).toMatch(/open=[0-9a-f-]{36}/);
    await drawer.getByRole('button', { name: 'End this session' }).click();
    await question()
      .getByLabel(/^Reason/)
      .fill('A phone that was lost');
    expect(await answered('End', 'DELETE')).toBe(200);
    await drawer.waitFor({ state: 'detached' });
    expect(await rows('Mona Mobile').count()).toBe(0);
    expect(await isSignedIn(token)).toBe(false);
  });

  it('that are selected end one by one, and those that cannot stay selected', async () => {
    const { token } = await signedIn('Sven Selected');
    const limited = await anAdmin(api, ['auditor']);
    const permissions = ['sessions.read', 'sessions.revoke', 'apps.read'];
    await owner.post('roles', { code: 'doorkeeper', name: 'Doorkeeper', permissions }).expect(201);
    await owner.put(`users/${limited.userId}/roles`, { roles: ['doorkeeper'] }).expect(200);
    const keeper = await suite.signedIn(limited);
    await keeper.goTo('sessions');
    const content = keeper.page.locator('#content');
    const row = (name: string) => content.locator('tbody tr').filter({ hasText: name });
    // The owner has a role that a doorkeeper may not assign.
    for (const name of ['Sven Selected', 'Administrator']) await row(name).first().getByRole('checkbox').check();
    await content.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'End' }).click();
    await keeper.page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
    await content.getByText('1 done, 1 not; each row that is left tells why.').waitFor();
    await keeper.settled();
    expect(keeper.takeFaults()).toEqual([expect.stringMatching(/^403 DELETE .*\/sessions\//)]);
    expect(await row('Sven Selected').count()).toBe(0);
    expect(await row('Administrator').first().getByRole('checkbox').isChecked()).toBe(true);
    expect(await isSignedIn(token)).toBe(false);
  });

  it('of a person or an App end together, once nothing else narrows the list', async () => {
    const [one, other] = [await signedIn('Paula Person'), await signedIn('Otto Other')];
    await visitor.open(`sessions?user_id=${one.id}`);
    expect(await filters().getByLabel('Person').inputValue()).toBe(one.id);
    expect(await rows('Otto Other').count()).toBe(0);
    const all = main().getByRole('button', { name: 'End all of them…' });
    await all.click();
    await question().getByRole('heading', { name: 'End all sessions of Paula Person?' }).waitFor();
    expect(await answered('End all of them…', 'POST')).toBe(200);
    expect([await isSignedIn(one.token), await isSignedIn(other.token)]).toEqual([false, true]);

    await visitor.open(`sessions?app_id=${api.appId}&surface=mobile`);
    expect(await all.count()).toBe(0);
    await visitor.open(`sessions?app_id=${api.appId}`);
    await all.click();
    await question().getByLabel(/^Type/).fill('Default App');
    expect(await answered('End all of them…', 'POST')).toBe(200);
    expect(await isSignedIn(other.token)).toBe(false);
    await owner.get('auth/context').expect(200);
  });

  it('of one’s own signs out', async () => {
    const admin = await anAdmin(api, ['admin']);
    const guest = await suite.signedIn(admin);
    await guest.goTo('sessions');
    const own = guest.page.locator('tbody tr').filter({ has: guest.page.getByText('you', { exact: true }) });
    await own.getByRole('button', { name: /^End/ }).click();
    const asked = guest.page.getByRole('alertdialog', { name: 'End your own session?' });
    await asked.getByRole('button', { name: 'Sign out' }).click();
    await guest.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    // That of the test's own token goes on.
    await adminClient(api, admin.token).get('auth/context').expect(200);
  });

  it('of one’s own among others ends last', async () => {
    const { token } = await signedIn('Olga Other');
    const guest = await suite.signedIn(await anAdmin(api, ['admin']));
    await guest.goTo('sessions');
    const content = guest.page.locator('#content');
    const own = content.locator('tbody tr').filter({ has: guest.page.getByText('you', { exact: true }) });
    await own.getByRole('checkbox').check();
    await content.locator('tbody tr').filter({ hasText: 'Olga Other' }).getByRole('checkbox').check();
    await content.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'End' }).click();
    await guest.page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
    await guest.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    expect(await isSignedIn(token)).toBe(false);
  });

  it('leave sign-ins behind, which are narrowed by result, App, day and person', async () => {
    const { id, member } = await signedIn('Lena Login');
    await clientOf(api)
      .login({ ...member, password: 'not that one' }, aDeviceKey())
      .expect(401);
    await clientOf(api).login({ email: anEmail(), password: 'nobody has it' }, aDeviceKey()).expect(401);
    await visitor.goTo('security/sign-ins?result=failure');
    await rows('Lena Login').getByText('Wrong password or code').waitFor();
    await rows('No account').getByText('No such account').waitFor();
    expect(await main().locator('tbody').getByText('Success').count()).toBe(0);
    await filters().getByLabel('When: from').fill('2100-01-01');
    await main().getByText('Nothing matches the filters').waitFor();
    await visitor.settled();
    await visitor.open(`security/sign-ins?user_id=${id}&app_id=${api.appId}`);
    expect(await main().locator('tbody tr').count()).toBe(2);
    await main().locator('tbody tr').last().locator('.list-link').click();
    const drawer = page.getByRole('dialog', { name: 'Attempt to sign in' });
    await drawer.getByText('Success').waitFor();
    await drawer.getByRole('link', { name: 'Lena Login' }).click();
    await visitor.arrived('Lena Login');
  });

  it('leave security events behind, each with what it means and its details', async () => {
    const { id } = await signedIn('Eva Event');
    await owner.post('sessions/revoke', { user_id: id }).expect(200);
    await visitor.open(`security/events?user_id=${id}`);
    await filters().getByLabel('Type').selectOption({ label: 'Several sessions ended' });
    await visitor.settled();
    expect(await main().locator('tbody tr').count()).toBe(1);
    expect(await rows('Eva Event').innerText()).toMatch(/Ended by an administrator\s+Sessions\s*1/);
    await rows('Eva Event').locator('.list-link').click();
    const drawer = page.getByRole('dialog', { name: 'Several sessions ended' });
    await drawer.getByText('Several sessions were ended together.').waitFor();
    await drawer.getByRole('link', { name: 'All sign-ins of this person' }).click();
    await visitor.arrived('Sign-ins');
    expect(await main().locator('tbody tr').count()).toBe(1);
  });
});
