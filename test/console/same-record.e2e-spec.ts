import type { Page } from 'playwright-core';
import { anAdmin, type AdminClient, asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { categoryClient } from '../admin/support/categories';
import { describeInBrowser } from '../support/browser';
import { aPicture } from '../support/images';
import { expectAccessible } from './support/accessibility';
import { suiteConsole, type Visitor } from './support/console';
import { aDictionary, BEFORE, nameField, nameOf, pathOf } from './support/dictionaries';
import { ManagedOnboarding, WELCOME } from './support/onboarding';

const TYPED = 'What took an hour to write';
const THEIRS = 'What somebody else wrote';

describeInBrowser('Two changes of one record, in two browsers', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let ada: Visitor;
  let bob: Visitor;
  let page: Page;

  beforeAll(async () => {
    owner = await asOwner(api);
    ada = await suite.signedIn(await anAdmin(api, ['admin']));
    bob = await suite.signedIn(await anAdmin(api, ['content_editor', 'admin']));
    page = ada.page;
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const conflict = () => page.getByRole('region', { name: 'Somebody else has changed the same fields' });

  it.each([
    ['mine', 'Mine', TYPED],
    ['theirs', /^Admin of content_editor/, THEIRS],
    ['what was there before', 'As it was before both', BEFORE['en-US']],
  ])('stand beside each other, of which %s is chosen', async (_choice, label, chosen) => {
    const id = await aDictionary(owner);
    await ada.goTo(`dictionaries/${id}`);
    await nameField(page).fill(TYPED);
    await bob.goTo(`dictionaries/${id}`);
    await nameField(bob.page).fill(THEIRS);
    await nameField(bob.page, '日本語').fill('注文の状態');
    const theirs = bob.page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await bob.page.keyboard.press('Control+s');
    expect((await theirs).status()).toBe(200);
    await page.keyboard.press('Control+s');
    await conflict().waitFor();
    await ada.settled();
    expect(ada.takeFaults()).toEqual([`409 PATCH ${pathOf(id)}`]);
    await conflict().getByText('Admin of content_editor').first().waitFor();
    expect(await nameField(page).inputValue()).toBe(TYPED);
    // What the other changed alone is no question, and what both did is one.
    expect(await conflict().getByRole('radio').count()).toBe(3);
    await conflict().getByRole('radio', { name: label }).check();
    if (chosen === TYPED) await expectAccessible(page, 'two versions');
    await button('Apply and save').click();
    await conflict().waitFor({ state: 'detached' });
    // Nothing is left to save where theirs was taken: it is what the server has.
    await page.getByText('Not saved yet').waitFor({ state: 'hidden' });
    await ada.settled();
    expect(await nameOf(owner, id)).toEqual({ ...BEFORE, 'en-US': chosen, 'ja-JP': '注文の状態' });
    expect(await nameField(page).inputValue()).toBe(chosen);
  });

  it('show names in place of ids', async () => {
    const { id: appId } = await aManagedApp(owner);
    const categories = categoryClient(owner, appId);
    const [shelf, mine, theirs] = [
      await categories.create('shelf'),
      await categories.create('mine', { name: { 'zh-CN': '我的' } }),
      await categories.create('theirs', { name: { 'zh-CN': '他们的' } }),
    ];
    await ada.open(`apps/${appId}/categories/${shelf.id}`);
    await page.getByLabel(/^Within/).selectOption({ label: '我的' });
    await owner.patch(`${categories.path}/${shelf.id}`, { lock_version: 1, parent_id: theirs.id }).expect(200);
    await page.keyboard.press('Control+s');
    await conflict().waitFor();
    await ada.settled();
    expect(ada.takeFaults()).toEqual([`409 PATCH /admin-api/v1/${categories.path}/${shelf.id}`]);
    const shown = await conflict().locator('.conflict-value').allInnerTexts();
    expect(shown).toEqual(['我的', '他们的', 'First level']);
    await conflict().getByRole('radio', { name: 'Mine' }).check();
    await button('Apply and save').click();
    await conflict().waitFor({ state: 'detached' });
    await ada.settled();
    expect(await categories.read(shelf.id)).toMatchObject({ parent_id: mine.id });
  });

  describe('of an onboarding', () => {
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

    /** Confirms what would change, and waits for what the server says of it. */
    async function publishes(who: Visitor, status: number): Promise<void> {
      const answer = who.page.waitForResponse((each) => each.url().endsWith(onboarding.path));
      await who.page.locator('dialog[open]').getByRole('button', { name: 'Publish', exact: true }).click();
      expect((await answer).status()).toBe(status);
      await who.settled();
    }

    it('stand beside each other, and nothing is published where theirs is chosen', async () => {
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
      await conflict()
        .getByRole('radio', { name: /^Admin of content_editor/ })
        .check();
      await button('Apply and save').click();
      await conflict().waitFor({ state: 'detached' });
      await page.getByText('Not saved yet').waitFor({ state: 'hidden' });
      const { published_version, slides } = await onboarding.read();
      expect(published_version).toBe(before + 1);
      expect(slides.map((slide) => slide.title)).toEqual([{ ...WELCOME, 'en-US': THEIRS, 'ja-JP': ASIDE }]);
    });

    it('show pictures by look and name, and say what is gone', async () => {
      const [first, theirs] = [await onboarding.aPicture(), await onboarding.aPicture()];
      await onboarding.publish(first);
      await openSlide(ada);
      await button('Picture: Replace').click();
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
