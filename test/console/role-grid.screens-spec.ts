import type { Locator, Page } from 'playwright-core';
import { type AdminClient, anAdmin, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { committedDocument } from '../support/openapi';
import { suiteConsole, type Visitor } from './support/console';
import { MENU, screenNamed, textOf } from './support/screens';

interface RoleData {
  readonly code: string;
  readonly permissions: readonly string[];
  readonly lock_version: number;
}

/** What each operation wants, by its id. */
const permissions = new Map(
  Object.values(committedDocument().paths)
    .flatMap((path) => Object.values(path as Record<string, { operationId?: string; 'x-permission'?: string }>))
    .map(({ operationId, 'x-permission': permission }) => [operationId, permission]),
);

describeInBrowser('Roles', () => {
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

  const main = (of = page) => of.locator('#content');
  const button = (name: string, within: Page | Locator = main()) => within.getByRole('button', { name, exact: true });
  const box = (name: string, of = page) => main(of).getByRole('checkbox', { name, exact: true });
  const roleOf = async (code: string) => (await owner.get(`roles/${code}`).expect(200)).body.data as RoleData;

  it('are made of ticks, where whoever may change may see', async () => {
    await visitor.goTo('new-role');
    await main().getByLabel('Name').fill('Front desk');
    expect(await main().getByLabel('Code').inputValue()).toBe('front-desk');
    await box('Members › Change').check();
    expect(await box('Members › See').isChecked()).toBe(true);
    await box('All of Notices').check();
    expect(await box('Notices › Publish').isChecked()).toBe(true);
    await visitor.sent(() => button('Create').click(), 201);
    await visitor.arrived('Front desk');
    expect((await roleOf('front-desk')).permissions).toEqual([
      ...['members.read', 'members.write', 'notices.read', 'notices.write', 'notices.publish'],
    ]);
  });

  it('keep what two people tick at the same time', async () => {
    await visitor.goTo('roles/front-desk');
    await box('Pages › See').check();
    const { permissions, lock_version } = await roleOf('front-desk');
    const theirs = [...permissions.filter((code) => code !== 'notices.publish'), 'files.read'];
    await owner.patch('roles/front-desk', { lock_version, permissions: theirs }).expect(200);
    await visitor.sent(() => button('Save').click(), 409);
    expect(visitor.takeFaults()).toEqual(['409 PATCH /admin-api/v1/roles/front-desk']);
    // Nothing overlaps: the two are put together, to be looked at before they are saved.
    expect(await box('Files › See').isChecked()).toBe(true);
    expect(await box('Notices › Publish').isChecked()).toBe(false);
    await visitor.sent(() => button('Save').click());
    expect((await roleOf('front-desk')).permissions).toEqual([
      ...['members.read', 'members.write', 'pages.read', 'notices.read', 'notices.write', 'files.read'],
    ]);
  });

  it('that are built in are copied, not changed', async () => {
    await visitor.goTo('roles/content_editor');
    await main()
      .getByText(/^Built-in roles can be neither changed nor deleted/)
      .waitFor();
    expect(await box('Pages › See').isDisabled()).toBe(true);
    await main().getByRole('link', { name: 'Copy as a new role' }).click();
    await visitor.arrived('New role');
    expect(await box('Articles › Publish').isChecked()).toBe(true);
    await box('All of Articles').uncheck();
    await main().getByLabel('Name').fill('Writer');
    await visitor.sent(() => button('Create').click(), 201);
    const { permissions } = await roleOf('writer');
    expect(permissions.some((code) => code.startsWith('articles.'))).toBe(false);
    expect(permissions).toContain('legal.write');
  });

  it('give nothing that their author lacks', async () => {
    await owner
      .post('roles', {
        code: 'role-author',
        name: 'Role author',
        permissions: ['roles.read', 'roles.write', 'pages.read'],
      })
      .expect(201);
    const author = await suite.signedIn(await anAdmin(api, ['role-author']));
    await author.goTo('new-role');
    expect(await box('Pages › See', author.page).isEnabled()).toBe(true);
    expect(await box('Pages › Publish', author.page).isDisabled()).toBe(true);
    // Of roles that somebody may see, none tells what a tenant can have: those are in the list.
    await main(author.page)
      .getByText(/permissions are locked/)
      .waitFor();
    await main(author.page).getByLabel('Name').fill('Reader');
    await box('All of Pages', author.page).check();
    await author.sent(() => button('Create', main(author.page)).click(), 201);
    expect((await roleOf('reader')).permissions).toEqual(['pages.read']);
  });

  it('are deleted once nobody has them', async () => {
    const { userId } = await anAdmin(api, ['reader', 'auditor']);
    await visitor.goTo('roles/reader?tab=users');
    await main()
      .getByRole('link', { name: /^Admin of reader/ })
      .waitFor();
    const remove = main().getByRole('button', { name: /^Delete/ });
    expect(await remove.getAttribute('title')).toBe('1 person has it: take it away first.');
    await owner.put(`users/${userId}/roles`, { roles: ['auditor'] }).expect(200);
    await visitor.open('roles/reader');
    await remove.and(page.locator(':not([aria-disabled])')).click();
    await page.locator('dialog[open]').getByLabel(/^Type/).fill('reader');
    await visitor.sent(() => button('Delete', page.locator('dialog[open]')).click());
    await owner.get('roles/reader').expect(404);
  });

  describe('at which somebody looks', () => {
    const menu = (of = page) =>
      of.getByRole('navigation', { name: textOf('frame', 'en-US', 'menu_label') }).getByRole('link');
    const see = 'See the console as this role';

    it('show the menu of the role, and write nothing', async () => {
      const held = new Set((await roleOf('content_editor')).permissions);
      const wanted = (route: string) => permissions.get(screenNamed(route).operation ?? '');
      await visitor.goTo('roles/content_editor');
      await button(see).click();
      await page.getByRole('status').filter({ hasText: 'as the role Content editor' }).waitFor();
      await visitor.settled();
      const expected = MENU.filter(({ route }) => held.has(wanted(route) ?? '') || !wanted(route));
      expect(await menu().allInnerTexts()).toEqual(expected.map(({ key }) => textOf('frame', 'en-US', 'menu', key)));
      // What the role may not see is refused as to anybody who has it.
      await visitor.goTo('roles');
      await page.getByRole('heading', { name: 'No permission' }).waitFor();
      await visitor.goTo('dictionaries/new');
      await main().getByRole('group', { name: 'Name' }).getByLabel('English').fill('Sizes');
      await main().getByLabel('Code').fill('sizes');
      await button('Create').click();
      await main()
        .getByRole('alert')
        .getByText(/^You are looking at the console as the role Content editor/)
        .waitFor();
      const { body } = await owner.get('dictionaries?q=sizes').expect(200);
      expect((body.data as { total: number }).total).toBe(0);
    });

    it('are left where they were entered, and by loading the page anew', async () => {
      await page.getByRole('button', { name: 'End the view' }).click();
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      await visitor.arrived('Content editor');
      await button(see).click();
      await page.getByRole('button', { name: 'End the view' }).waitFor();
      await visitor.settled();
      await page.reload();
      await visitor.settled();
      expect(await page.getByRole('button', { name: 'End the view' }).count()).toBe(0);
      expect(await menu().allInnerTexts()).toContain(textOf('frame', 'en-US', 'menu', 'roles'));
    });

    it('never give what somebody lacks', async () => {
      const auditor = await suite.signedIn(await anAdmin(api, ['auditor']));
      const before = await menu(auditor.page).allInnerTexts();
      await auditor.goTo('roles/owner');
      await button(see, main(auditor.page)).click();
      await auditor.page.getByRole('button', { name: 'End the view' }).waitFor();
      await auditor.settled();
      expect(await menu(auditor.page).allInnerTexts()).toEqual(before);
      await auditor.goTo('dictionaries');
      const create = auditor.page.getByRole('button', { name: /^New dictionary/ }).first();
      expect(await create.getAttribute('title')).toContain('dictionaries.write');
    });
  });
});
