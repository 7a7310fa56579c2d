import type { Page } from 'playwright-core';
import { anAdmin, type Admin, adminClient, type AdminClient, asOwner } from '../admin/support/admin';
import type { DictionaryAnswer } from '../admin/support/dictionaries';
import { describeInBrowser } from '../support/browser';
import { aPicture } from '../support/images';
import { expectAccessible } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';
import { ManagedOnboarding, WELCOME } from './support/onboarding';

const BEFORE = { 'zh-CN': '订单状态', 'en-US': 'Order status' };
const TYPED = 'What took an hour to write';
const THEIRS = 'What somebody else wrote';

let codes = 0;

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

  async function aDictionary(): Promise<string> {
    codes += 1;
    const input = { code: `status_${codes}`, name: BEFORE, scope: 'tenant', items: [] };
    const { body } = await owner.post('dictionaries', input).expect(201);
    return (body.data as DictionaryAnswer).id;
  }
  const nameOf = async (id: string) =>
    ((await owner.get(`dictionaries/${id}`).expect(200)).body.data as DictionaryAnswer).name;
  const pathOf = (id: string) => `/admin-api/v1/dictionaries/${id}`;
  const field = (of: Page, language = 'English') => of.getByRole('group', { name: 'Name' }).getByLabel(language);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const alert = () => page.locator('form').getByRole('alert');

  /** The record in a form, in which something is typed and not saved. */
  async function typedInto(id: string, text = TYPED): Promise<void> {
    await ada.goTo(`dictionaries/${id}`);
    await field(page).fill(text);
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
    expect(await field(page).inputValue()).toBe(TYPED);
    await page.getByText('Not saved yet').waitFor();
  }

  it('is saved once the session that ended meanwhile has been renewed by a sign-in', async () => {
    const id = await aDictionary();
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
    expect(await field(page).inputValue()).toBe(TYPED);
    await expectAccessible(page, 'the question for the password');
    expect(ada.takeFaults()).toContain(`401 PATCH ${pathOf(id)}`);
    const sent = page.waitForResponse((answer) => answer.url().endsWith(pathOf(id)) && answer.ok());
    await ada.fillIn(admin);
    await sent;
    await ada.settled();
    expect(await question.count()).toBe(0);
    expect(await nameOf(id)).toEqual({ ...BEFORE, 'en-US': TYPED });
  });

  describe('while somebody else changes the same record', () => {
    let bob: Visitor;
    beforeAll(async () => {
      bob = await suite.signedIn(await anAdmin(api, ['content_editor', 'admin']));
    });

    it.each([
      ['mine', 'Mine', TYPED],
      ['theirs', /^Admin of content_editor/, THEIRS],
      ['what was there before', 'As it was before both', BEFORE['en-US']],
    ])('stands beside that, of which %s is chosen', async (_choice, label, chosen) => {
      const id = await aDictionary();
      await typedInto(id);
      await bob.goTo(`dictionaries/${id}`);
      await field(bob.page).fill(THEIRS);
      await field(bob.page, '日本語').fill('注文の状態');
      const theirs = bob.page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await bob.page.keyboard.press('Control+s');
      expect((await theirs).status()).toBe(200);
      await saved(() => page.keyboard.press('Control+s'), 409);
      expect(ada.takeFaults()).toEqual([`409 PATCH ${pathOf(id)}`]);
      const conflict = page.getByRole('region', { name: 'Somebody else has changed the same fields' });
      await conflict.getByText('Admin of content_editor').first().waitFor();
      expect(await field(page).inputValue()).toBe(TYPED);
      // What the other changed alone is no question, and what both did is one.
      expect(await conflict.getByRole('radio').count()).toBe(3);
      await conflict.getByRole('radio', { name: label }).check();
      await expectAccessible(page, 'two versions');
      await button('Apply and save').click();
      await conflict.waitFor({ state: 'detached' });
      // Nothing is left to save where theirs was taken: it is what the server has.
      await page.getByText('Not saved yet').waitFor({ state: 'hidden' });
      await ada.settled();
      expect(await nameOf(id)).toEqual({ ...BEFORE, 'en-US': chosen, 'ja-JP': '注文の状態' });
      expect(await field(page).inputValue()).toBe(chosen);
    });

    describe('and publishes the same onboarding', () => {
      const ASIDE = 'うまい';
      let onboarding: ManagedOnboarding;
      beforeAll(async () => {
        onboarding = await ManagedOnboarding.make(owner);
      });

      async function openSlide(who: Visitor): Promise<void> {
        await who.open(`apps/${onboarding.appId}/onboarding`);
        await who.page.locator('[data-do="edit"]').click();
        await who.settled();
      }
      const title = (of: Page, language = 'English') => of.getByRole('group', { name: 'Title' }).getByLabel(language);
      const conflict = () => page.getByRole('region', { name: 'Somebody else has changed the same fields' });

      /** Confirms what would change, and waits for what the server says of it. */
      async function publishes(who: Visitor, status: number): Promise<void> {
        const answer = who.page.waitForResponse((each) => each.url().endsWith(onboarding.path));
        await who.page.locator('dialog[open]').getByRole('button', { name: 'Publish', exact: true }).click();
        expect((await answer).status()).toBe(status);
        await who.settled();
      }

      it.each([
        ['mine', 'Mine', TYPED],
        ['theirs', /^Admin of content_editor/, THEIRS],
        ['what was there before', 'As it was before both', WELCOME['en-US']],
      ])('it stands beside that, of which %s is chosen', async (_choice, label, chosen) => {
        await onboarding.publish(await onboarding.aPicture());
        const { published_version: before } = await onboarding.read();
        await openSlide(ada);
        await title(page).fill(TYPED);
        await openSlide(bob);
        await title(bob.page).fill(THEIRS);
        await title(bob.page, '日本語').fill(ASIDE);
        await bob.page.keyboard.press('Control+s');
        await publishes(bob, 200);
        await page.keyboard.press('Control+s');
        await publishes(ada, 409);
        expect(ada.takeFaults()).toEqual([`409 POST ${onboarding.path}`]);
        await conflict().getByText('Admin of content_editor').first().waitFor();
        expect(await title(page).inputValue()).toBe(TYPED);
        expect(await conflict().getByRole('radio').count()).toBe(3);
        await conflict().getByRole('radio', { name: label }).check();
        await button('Apply and save').click();
        // Where theirs was taken nothing is left to publish.
        if (chosen !== THEIRS) await publishes(ada, 200);
        await conflict().waitFor({ state: 'detached' });
        await page.getByText('Not saved yet').waitFor({ state: 'hidden' });
        const { published_version, slides } = await onboarding.read();
        expect(published_version).toBe(before + (chosen === THEIRS ? 1 : 2));
        expect(slides.map((slide) => slide.title)).toEqual([{ ...WELCOME, 'en-US': chosen, 'ja-JP': ASIDE }]);
      });

      it('pictures are shown by look and name, and what is gone is said to be', async () => {
        const [first, theirs] = [await onboarding.aPicture(), await onboarding.aPicture()];
        await onboarding.publish(first);
        await openSlide(ada);
        await button('Picture: Take another').click();
        const file = { name: 'mine.png', mimeType: 'image/png', buffer: await aPicture() };
        await page.locator('.slide-fields input[type="file"]').setInputFiles(file);
        await page.getByText('mine.png').first().waitFor();
        await ada.settled();
        await onboarding.publish(theirs);
        await owner.delete(`files/${first}`).expect(200);
        await page.keyboard.press('Control+s');
        await publishes(ada, 409);
        expect(ada.takeFaults()).toEqual([`409 POST ${onboarding.path}`, `404 GET /admin-api/v1/files/${first}`]);
        const choice = (name: string) => conflict().locator('label').filter({ hasText: name });
        await choice('mine.png').locator('img').waitFor();
        await choice(theirs).filter({ hasText: 'image.png' }).locator('img').waitFor();
        await choice(first).filter({ hasText: 'This file is not there any more' }).waitFor();
        await expectAccessible(page, 'two pictures');
        await conflict().getByRole('radio', { name: 'Mine' }).check();
        await button('Apply and save').click();
        await publishes(ada, 200);
        const { slides } = await onboarding.read();
        expect(slides).toHaveLength(1);
        expect([first, theirs]).not.toContain(slides[0]?.image_file_id);
      });
    });
  });

  it('is still there beside what the server calls wrong, and goes on from there', async () => {
    await ada.goTo('dictionaries/new');
    await field(page).fill(TYPED);
    const code = page.getByLabel('Code', { exact: false }).first();
    await code.fill('Not a code');
    await saved(() => button('Create').click(), 422);
    expect(ada.takeFaults()).toEqual(['422 POST /admin-api/v1/dictionaries']);
    expect(await field(page).inputValue()).toBe(TYPED);
    // The field that is wrong has the focus, and says why.
    const wrong = page.locator('[aria-invalid="true"]:focus');
    expect(await wrong.inputValue()).toBe('Not a code');
    await expectAccessible(page, 'what is wrong');
    await wrong.fill('a_code');
    await field(page, '简体中文').fill('状态');
    await saved(() => button('Create').click(), 201);
    await page.waitForURL(/\/dictionaries\/[0-9a-f-]{36}$/);
    await ada.settled();
    expect(await field(page).inputValue()).toBe(TYPED);
  });

  it.each([
    ['there were too many requests', 429, 'RATE_LIMIT.EXCEEDED'],
    ['the service is not available', 503, 'SERVICE.UNAVAILABLE'],
  ])('survives that %s', async (_what, status, code) => {
    const id = await aDictionary();
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
    expect(await nameOf(id)).toEqual({ ...BEFORE, 'en-US': TYPED });
  });

  it('survives that there is no connection', async () => {
    const id = await aDictionary();
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
    expect(await nameOf(id)).toEqual({ ...BEFORE, 'en-US': TYPED });
  });

  it('survives a reload, and a menu that leads elsewhere', async () => {
    const id = await aDictionary();
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
    expect(await field(page).inputValue()).toBe(BEFORE['en-US']);
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
    await field(page, '简体中文').fill('两次');
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
