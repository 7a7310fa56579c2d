import type { Page } from 'playwright-core';
import { anAdmin, type Admin, adminClient, type AdminClient, asOwner } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { expectAccessible } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';
import { aDictionary, BEFORE, nameField, nameOf, pathOf } from './support/dictionaries';

const TYPED = 'What took an hour to write';

describeInBrowser('What is typed into the console', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let admin: Admin;
  let ada: Visitor;
  let page: Page;

  beforeAll(async () => {
    owner = await asOwner(api);
    admin = await anAdmin(api, ['admin']);
    ada = await suite.signedIn(admin);
    page = ada.page;
    // Whoever reloads says yes to the question of the browser.
    page.on('dialog', (dialog) => void dialog.accept());
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const alert = () => page.locator('form').getByRole('alert');

  /** The record in a form, in which something is typed and not saved. */
  async function typedInto(id: string, text = TYPED): Promise<void> {
    await ada.goTo(`dictionaries/${id}`);
    await nameField(page).fill(text);
    await page.getByText('Not saved yet').waitFor();
  }

  /** Sends the form, and waits for what the server says. */
  async function saved(press: () => Promise<void>, status = 200): Promise<void> {
    const answer = page.waitForResponse(
      (each) => /^(?:PATCH|POST)$/.test(each.request().method()) && each.url().includes('/dictionaries'),
    );
    await press();
    expect((await answer).status()).toBe(status);
    await ada.settled();
  }

  async function expectKept(): Promise<void> {
    expect(await nameField(page).inputValue()).toBe(TYPED);
    await page.getByText('Not saved yet').waitFor();
  }

  it('is saved once the session that ended meanwhile has been renewed by a sign-in', async () => {
    const id = await aDictionary(owner);
    await typedInto(id);
    const own = adminClient(api, admin.token);
    const { body } = await own.get('auth/sessions').expect(200);
    const sessions = (body.data as { items: { id: string; current: boolean }[] }).items;
    for (const { id: other } of sessions.filter(({ current }) => !current)) {
      await own.delete(`auth/sessions/${other}`).expect(200);
    }
    await button('Save').click();
    const question = page.getByRole('dialog', { name: 'Sign in again' });
    await question.waitFor();
    expect(await nameField(page).inputValue()).toBe(TYPED);
    await expectAccessible(page, 'the question for the password');
    expect(ada.takeFaults()).toContain(`401 PATCH ${pathOf(id)}`);
    const sent = page.waitForResponse((answer) => answer.url().endsWith(pathOf(id)) && answer.ok());
    await ada.fillIn(admin);
    await sent;
    await ada.settled();
    expect(await question.count()).toBe(0);
    expect(await nameOf(owner, id)).toEqual({ ...BEFORE, 'en-US': TYPED });
  });

  it('is still there beside what the server calls wrong, and goes on from there', async () => {
    await ada.goTo('dictionaries/new');
    await nameField(page).fill(TYPED);
    const code = page.getByLabel('Code', { exact: false }).first();
    await code.fill('Not a code');
    await saved(() => button('Create').click(), 422);
    expect(ada.takeFaults()).toEqual(['422 POST /admin-api/v1/dictionaries']);
    expect(await nameField(page).inputValue()).toBe(TYPED);
    // The field that is wrong has the focus, and says why.
    const wrong = page.locator('[aria-invalid="true"]:focus');
    expect(await wrong.inputValue()).toBe('Not a code');
    await expectAccessible(page, 'what is wrong');
    await wrong.fill('a_code');
    await nameField(page, '简体中文').fill('状态');
    await saved(() => button('Create').click(), 201);
    await page.waitForURL(/\/dictionaries\/[0-9a-f-]{36}$/);
    await ada.settled();
    expect(await nameField(page).inputValue()).toBe(TYPED);
  });

  it.each([
    ['there were too many requests', 429, 'RATE_LIMIT.EXCEEDED'],
    ['the service is not available', 503, 'SERVICE.UNAVAILABLE'],
  ])('survives that %s', async (_what, status, code) => {
    const id = await aDictionary(owner);
    await typedInto(id);
    await page.route(
      `**${pathOf(id)}`,
      (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          headers: { 'Retry-After': '1' },
          body: JSON.stringify({ type: 'about:blank', title: code, status, code, detail: 'Try it again later.' }),
        }),
      { times: 1 },
    );
    await saved(() => button('Save').click(), status);
    await alert().getByText('Try it again later.').waitFor();
    expect(ada.takeFaults()).toEqual([`${status} PATCH ${pathOf(id)}`]);
    await expectKept();
    await saved(() => button('Save').click());
    expect(await nameOf(owner, id)).toEqual({ ...BEFORE, 'en-US': TYPED });
  });

  it('survives that there is no connection', async () => {
    const id = await aDictionary(owner);
    await typedInto(id);
    await ada.context.setOffline(true);
    await button('Save').click();
    await alert().getByText('The server cannot be reached.').waitFor();
    await page.getByText('You are offline.').waitFor();
    await expectKept();
    expect(new Set(ada.takeFaults())).toEqual(
      new Set([
        `net::ERR_INTERNET_DISCONNECTED ${pathOf(id)}`,
        'Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
      ]),
    );
    await ada.context.setOffline(false);
    await saved(() => button('Save').click());
    expect(await nameOf(owner, id)).toEqual({ ...BEFORE, 'en-US': TYPED });
  });

  it('survives a reload, and a menu that leads elsewhere', async () => {
    const id = await aDictionary(owner);
    await typedInto(id);
    await page.reload();
    await ada.settled();
    await expectKept();
    await page.getByText(/^What you typed on .* is here again\.$/).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Files' }).click();
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await expectAccessible(page, 'the question whether to leave');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expectKept();
    await page.getByRole('navigation').getByRole('link', { name: 'Files' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/files$/);
    await ada.goTo(`dictionaries/${id}`);
    await expectKept();
    await button('Discard it').click();
    expect(await nameField(page).inputValue()).toBe(BEFORE['en-US']);
  });

  it('is not in the way of parts that the server no longer has', async () => {
    const guest = await suite.arrive();
    const isPart = /\/assets\/(?:Frame|AppList)-/;
    await guest.context.route(isPart, (route) => route.fulfill({ status: 404 }));
    const parts = guest.page.waitForResponse(isPart);
    await guest.open('');
    await guest.page.locator('input[name="username"]').fill(admin.email);
    expect((await parts).status()).toBe(404);
    await guest.settled();
    expect(await guest.page.locator('input[name="username"]').inputValue()).toBe(admin.email);
    guest.takeFaults();
    await guest.context.unroute(isPart);
    await guest.fillIn(admin);
    await guest.page.locator('#content').waitFor();
    await guest.settled();
  });

  it('makes one record of two clicks', async () => {
    await ada.goTo('dictionaries/new');
    await nameField(page, '简体中文').fill('两次');
    await page.getByLabel('Code', { exact: false }).first().fill('clicked_twice');
    const posts: string[] = [];
    const note = (request: { method(): string; url(): string }) => {
      if (request.method() === 'POST') posts.push(request.url());
    };
    page.on('request', note);
    await button('Create').dblclick();
    await page.waitForURL(/\/dictionaries\/[0-9a-f-]{36}$/);
    await ada.settled();
    page.off('request', note);
    expect(posts).toEqual([`${api.url}/admin-api/v1/dictionaries`]);
    const { body } = await owner.get('dictionaries?q=clicked_twice').expect(200);
    expect((body.data as { total: number }).total).toBe(1);
  });
});
