import type { Locator, Page } from 'playwright-core';
import { type AdminClient, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { codeOf } from '../admin/support/second-factor';
import { linkSentTo } from '../admin/support/tenants';
import { anEmail, PASSWORD } from '../support/api';
import { describeInBrowser } from '../support/browser';
import { aPicture } from '../support/images';
import { expectAccessible } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';

const STORE = 'https://store.example.com/shop';
const POLICY = 'We keep what you buy, and nothing else.';

/** One administrator's first hour, each step where the one before has led. */
describeInBrowser('From the first sign-in by the console alone', () => {
  const suite = suiteConsole({ NODE_ENV: 'development' });
  const { api } = suite;
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;
  let appId: string;
  let guest: Visitor;
  let guestId: string;

  beforeAll(async () => {
    owner = await asOwner(api);
    visitor = await suite.arrive();
    page = visitor.page;
    await visitor.signIn(BOOTSTRAP);
  });

  const main = () => page.locator('#content');
  const button = (name: string, within: Page | Locator = main()) => within.getByRole('button', { name, exact: true });
  const link = (name: string) =>
    button(name)
      .or(main().getByRole('link', { name, exact: true }))
      .first();
  const dialog = () => page.locator('dialog[open]');

  async function byMenu(name: string, heading = name): Promise<void> {
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click();
    await visitor.arrived(heading);
  }

  it('a second factor is set up from the list of first steps', async () => {
    await main()
      .getByRole('link', { name: /second factor/ })
      .click();
    const card = page.locator('#second-factor');
    await card.locator('h2:focus').waitFor();
    await visitor.settled();
    await button('Set it up').click();
    await card.locator('input[name="password"]:focus').fill(BOOTSTRAP.password);
    await button('Continue').click();
    await card.locator('input[name="one-time-code"]:focus').waitFor();
    // All that the step asks for is seen without scrolling.
    for (const one of [card.getByRole('heading'), card.getByRole('img'), button('Turn on the second factor')]) {
      const { y, height } = (await one.boundingBox())!;
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(page.viewportSize()!.height);
    }
    await page.getByText('You cannot scan it? Type in the key instead').click();
    const secret = (await page.locator('details code').innerText()).replaceAll(' ', '');
    await page.locator('input[name="one-time-code"]').fill(codeOf(secret));
    await button('Turn on the second factor').click();
    await card.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
    await card.getByText('On. Signing in needs your phone, too.').waitFor();
    await page.getByLabel('I have stored the codes in a safe place.').check();
    await button('Done').click();
    await page.getByText('On. Signing in needs your phone, too.').waitFor();
    await visitor.settled();
  });

  it('an App is made, with an icon', async () => {
    await byMenu('Apps');
    await link('New App').click();
    await visitor.arrived('New App');
    await main().getByLabel(/^Name/).fill('Corner Shop');
    await visitor.sent(() => button('Create').click(), 201);
    await page.waitForURL(/\/console\/apps\/[0-9a-f-]{36}$/);
    appId = page.url().split('/').at(-1)!;
    await visitor.arrived('Corner Shop');
    await byMenu('Settings', 'Settings of Corner Shop');
    await main().getByRole('link', { name: 'Icon' }).click();
    await upload('icon.png');
    await visitor.sent(() => button('Save').click());
  });

  async function upload(name: string): Promise<void> {
    const file = { name, mimeType: 'image/png', buffer: await aPicture() };
    await visitor.sent(() => main().locator('input[type="file"]').setInputFiles(file), 201);
  }

  it('its onboarding is published', async () => {
    await byMenu('Onboarding');
    await upload('welcome.png');
    await main().getByRole('group', { name: 'Title' }).getByLabel('English').fill('Welcome');
    await main().getByRole('group', { name: 'Text' }).getByRole('textbox').fill('Fresh bread, every day.');
    await button('Publish…').click();
    await dialog().getByText('New', { exact: true }).first().waitFor();
    await expectAccessible(page, 'the review of an onboarding');
    await visitor.sent(() => button('Publish', dialog()).click());
    await page.getByText('Version 1 is out', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await visitor.settled();
    const history = page.getByRole('region', { name: 'History' });
    expect(await history.getByRole('listitem').filter({ hasText: 'Administrator' }).count()).toBe(1);
    await history.getByText('Slides', { exact: true }).waitFor();
  });

  it('a release is published, rolled out, paused and explained', async () => {
    await byMenu('Releases');
    await link('New release').click();
    await visitor.arrived('New release');
    await main().getByLabel('Address elsewhere').fill(STORE);
    await main()
      .getByLabel(/^Version name/)
      .fill('1.0.0');
    await main()
      .getByLabel(/^Version code/)
      .fill('100');
    await main().getByRole('group', { name: 'Title' }).getByLabel('English').fill('Opening');
    await main().getByRole('group', { name: 'What is new' }).getByRole('textbox').fill('We are open.');
    await visitor.sent(() => button('Create').click(), 201);
    await page.waitForURL(/\/releases\/[0-9a-f-]{36}/);
    await visitor.arrived('Version 1.0.0 (100)');
    await button('Publish').click();
    // To everybody, so its name is asked for.
    await dialog().getByLabel(/^Type/).fill('1.0.0');
    await visitor.settled();
    await visitor.sent(() => button('Publish', dialog()).click());
    await page.getByRole('tab', { name: 'Rollout' }).click();
    await visitor.settled();
    await page.getByLabel('Share in per cent').fill('25');
    await visitor.sent(() => button('Apply').click());
    await visitor.sent(() => button('Pause').click());
    await page.getByText('Paused').first().waitFor();
    await page.getByRole('link', { name: 'Explain' }).first().click();
    await page.getByLabel('Version code it runs').fill('90');
    await button('Make one up').click();
    await button('Explain').click();
    await page.locator('#explain-outcome').waitFor();
    await visitor.settled();
    expect(await main().locator('.rules li').count()).toBeGreaterThan(0);
  });

  it('a legal document is drafted, compared and published', async () => {
    await byMenu('Legal documents');
    await page.getByRole('link', { name: 'Privacy policy' }).click();
    await visitor.arrived('Privacy policy');
    await write('Privacy', POLICY);
    await publish();
    await write('Privacy', `${POLICY} Not for long.`);
    await page.getByRole('tab', { name: 'What has changed' }).click();
    await main().locator('ins, .is-added').first().waitFor();
    await publish();
    const answer = await api.http.get('/api/v1/public/legal/privacy-policy').set('X-AppID', appId).expect(200);
    expect(JSON.stringify(answer.body)).toContain('Not for long');
  });

  async function write(title: string, body: string): Promise<void> {
    await page.getByRole('tab', { name: 'Text', exact: true }).click();
    await main().getByRole('group', { name: 'Title' }).getByLabel('English').fill(title);
    await main().locator('textarea[data-body]').fill(body);
    await visitor.sent(() => button('Save draft').click());
  }

  async function publish(): Promise<void> {
    await button('Publish…').click();
    // The question begins where something has to be typed.
    await dialog().getByLabel(/^Type/).and(page.locator(':focus')).fill('privacy-policy');
    await visitor.sent(() => button('Publish', dialog()).click());
    await dialog().waitFor({ state: 'detached' });
  }

  it('an article is written and published, and a phone reads it', async () => {
    await byMenu('Articles');
    await link('New article').click();
    await visitor.arrived('New article');
    await main().getByRole('group', { name: 'Title' }).getByLabel('English').fill('Autumn menu');
    await button('New category').click();
    const name = dialog().getByRole('group', { name: 'Name' }).getByLabel('English');
    await name.and(page.locator(':focus')).fill('News');
    await visitor.sent(() => button('Create', dialog()).click(), 201);
    await dialog().waitFor({ state: 'detached' });
    await main().getByLabel('Visible to').selectOption({ label: 'Everybody' });
    await main().locator('textarea[data-body]').fill('# Pumpkin soup');
    await visitor.sent(() => button('Create').click(), 201);
    await visitor.arrived('Autumn menu');
    await button('Publish…').click();
    await visitor.settled();
    await visitor.sent(() => button('Publish', dialog()).click());
    await dialog().waitFor({ state: 'detached' });
    const answer = await api.http.get('/api/v1/public/articles/autumn-menu').set('X-AppID', appId).expect(200);
    expect(JSON.stringify(answer.body)).toContain('Pumpkin soup');
  });

  it('a colleague is invited, and comes in', async () => {
    const email = anEmail();
    const { body } = await owner.post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
    guestId = (body.data as { id: string }).id;
    const { pathname, search } = await linkSentTo(api, email);
    guest = await suite.arrive();
    await guest.open((pathname + search).replace(/^\/console\//, ''));
    await guest.page.locator('input[name="new-password"]').fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByRole('link', { name: 'Sign in' }).click();
    await guest.fillIn({ email, password: PASSWORD });
    await guest.page.locator('#content').waitFor();
    await guest.settled();
  });

  it('what a role refuses is off and says why, and is on once it is granted', async () => {
    await guest.goTo(`apps/${appId}/releases`);
    await guest.page.getByRole('link', { name: '1.0.0 (100)' }).first().click();
    await guest.page.getByRole('tab', { name: 'Rollout' }).click();
    await guest.settled();
    const resume = guest.page.getByRole('button', { name: /^Resume/ });
    expect(await resume.getAttribute('aria-disabled')).toBe('true');
    expect(await resume.getAttribute('title')).toContain('releases.publish');
    await owner.put(`users/${guestId}/roles`, { roles: ['release_manager'] }).expect(200);
    await guest.page.reload();
    await guest.settled();
    await guest.page.getByRole('tab', { name: 'Rollout' }).click();
    await guest.sent(() => resume.click());
    await guest.page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  });

  it('whoever may only read a text looks at it as any phone shows it', async () => {
    const permissions = ['apps.read', 'legal.read', 'content.preview'];
    await owner.post('roles', { code: 'reader', name: 'Reader', permissions }).expect(201);
    await owner.put(`users/${guestId}/roles`, { roles: ['release_manager', 'reader'] }).expect(200);
    await guest.open(`apps/${appId}/legal/privacy-policy`);
    const content = guest.page.locator('#content');
    expect(await content.getByRole('group', { name: 'Title' }).getByLabel('English').isDisabled()).toBe(true);
    const phone = content.getByRole('region', { name: 'As on a phone' });
    const frame = phone.locator('iframe');
    await frame.waitFor();
    const before = await frame.getAttribute('src');
    await phone.getByLabel('Dark').check();
    await phone.locator('.phone-screen.is-dark').waitFor();
    await phone.getByLabel('Text size').fill('1.5');
    await phone.getByText('150 %').waitFor();
    await phone.getByLabel('Language of the preview').selectOption({ label: 'English' });
    expect(await frame.getAttribute('src')).not.toBe(before);
    await expectAccessible(guest.page, 'a text that is only read');
  });

  it('the audit log knows who did each of it', async () => {
    const { body } = await owner.get('audit/logs?page_size=100&outcome=success').expect(200);
    const { items } = body.data as {
      items: { actor: { id: string; display: string }; action: string; route: string }[];
    };
    const did = (who: RegExp, route: string) =>
      items.some(({ actor, route: at }) => who.test(actor.display) && at.endsWith(route));
    const administrator = /Administrator/;
    for (const route of [
      '/auth/mfa/totp/confirm',
      '/admin-api/v1/apps',
      '/apps/{app_id}',
      '/files',
      '/startup/onboarding/publish',
      '/mobile/releases',
      '/mobile/releases/{id}/publish',
      '/mobile/releases/{id}/rollout',
      '/content/legal/{document_type}/draft',
      '/content/legal/{document_type}/publish',
      '/content/articles',
      '/content/articles/{id}/publish',
      '/users',
      '/users/{id}/roles',
    ])
      expect([route, did(administrator, route)]).toEqual([route, true]);
    expect(items.find(({ route }) => route.endsWith('/rollout'))?.actor.id).toBe(guestId);
  });
});
