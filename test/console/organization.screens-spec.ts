import type { Locator, Page } from 'playwright-core';
import { type AdminClient, anAdmin, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { organizationClient, type UnitData } from '../admin/support/organization';
import { describeInBrowser } from '../support/browser';
import { suiteConsole, type Visitor } from './support/console';

describeInBrowser('Departments by the console alone', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let units: ReturnType<typeof organizationClient>;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    owner = await asOwner(api);
    units = organizationClient(owner);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  const main = () => page.locator('#content');
  const button = (name: string | RegExp, within: Page | Locator = main()) =>
    within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
  const dialog = () => page.locator('dialog[open]');
  const row = (name: string) => main().getByRole('row', { name, exact: true });

  async function sent(press: () => Promise<unknown>, writes = 1): Promise<void> {
    let left = writes;
    const isWrite = (method: string) => /^(?:POST|PUT|PATCH|DELETE)$/.test(method);
    const answers = page.waitForResponse((each) => {
      if (isWrite(each.request().method())) {
        expect(each.status()).toBeLessThan(300);
        left -= 1;
      }
      return left === 0;
    });
    await Promise.all([answers, press()]);
    await visitor.settled();
  }

  async function make(name: string): Promise<void> {
    await main().getByLabel('Name').fill(name);
    await sent(() => button('Create').click());
    await visitor.arrived(name);
  }

  /** As the API has them: each with those above it. */
  async function outline(): Promise<string[]> {
    const { items } = await units.list();
    return items.map(({ path, name }) => [...path, name].join(' > '));
  }

  async function named(wanted: string): Promise<UnitData> {
    const { items } = await units.list();
    return items.find(({ name }) => name === wanted)!;
  }

  it('begin with a first one, and others within it', async () => {
    await visitor.goTo('organization');
    await main().locator('.empty-state').getByRole('button', { name: 'New department' }).click();
    await visitor.arrived('New department');
    await make('Product');
    await main().getByRole('link', { name: 'New department within' }).click();
    await visitor.arrived('New department');
    await make('Mobile');
    await visitor.goTo('organization/new');
    await make('Sales');
    expect(await outline()).toEqual(['Product', 'Product > Mobile', 'Sales']);
  });

  it('are moved by keys, out and in, up and down', async () => {
    await visitor.goTo('organization');
    await row('Mobile').focus();
    await sent(() => page.keyboard.press('Alt+ArrowLeft'), 2);
    expect(await outline()).toEqual(['Product', 'Mobile', 'Sales']);
    // The row keeps the focus: the next key goes on with it.
    await row('Mobile').and(page.locator(':focus')).waitFor();
    await sent(() => page.keyboard.press('Alt+ArrowDown'));
    expect(await outline()).toEqual(['Product', 'Sales', 'Mobile']);
    await sent(() => page.keyboard.press('Alt+ArrowRight'));
    expect((await outline()).at(-1)).toBe('Sales > Mobile');
    expect(await row('Mobile').getAttribute('aria-level')).toBe('2');
    await page.keyboard.press('ArrowLeft');
    await row('Sales').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowLeft');
    await row('Mobile').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await row('Mobile').waitFor();
  });

  it('are moved by dragging, and never into themselves', async () => {
    await row('Sales').dragTo(row('Mobile'), { targetPosition: { x: 200, y: 20 } });
    await sent(() => row('Mobile').dragTo(row('Product'), { targetPosition: { x: 200, y: 22 } }));
    expect(await outline()).toEqual(['Product', 'Product > Mobile', 'Sales']);
  });

  it('are moved from their own page, with a reason', async () => {
    const { id } = await named('Mobile');
    await visitor.goTo(`organization/${id}`);
    await button('Move to…').click();
    await dialog().getByLabel('Within').selectOption({ label: 'Sales' });
    await dialog()
      .getByLabel(/^Reason/)
      .fill('Sells what it makes');
    await sent(() => button('Move', dialog()).click());
    expect((await outline()).at(-1)).toBe('Sales > Mobile');
    await page.getByRole('tab', { name: 'History' }).click();
    await main().getByText('Reason: Sells what it makes').waitFor();
    await visitor.settled();
  });

  it('have a manager, and members who come and go', async () => {
    const { userId } = await anAdmin(api, ['auditor']);
    await anAdmin(api, ['release_manager']);
    const { id } = await named('Mobile');
    await visitor.open(`organization/${id}`);
    await button('Manager: Choose…')
      .or(main().getByRole('button', { name: /Choose/ }))
      .first()
      .click();
    await dialog().getByRole('button', { name: 'Admin of auditor' }).click();
    await dialog().waitFor({ state: 'detached' });
    await sent(() => button('Save').click());
    expect((await units.read(id)).manager_user_id).toBe(userId);
    await page.getByRole('tab', { name: 'Members' }).click();
    await visitor.settled();
    await button('Add members').click();
    for (const name of ['Admin of auditor', 'Admin of release_manager'])
      await dialog()
        .getByRole('checkbox', { name: `Select ${name}`, exact: true })
        .check();
    await button('Add to the department', dialog()).click();
    const question = page.getByRole('dialog', { name: 'Add 2 people to Mobile?' });
    await sent(() => button('Add to the department', question).click());
    expect((await units.members(id)).total).toBe(2);
    await main().getByRole('checkbox', { name: 'Select Admin of release_manager', exact: true }).check();
    await button('Take out of the department').click();
    await sent(() => button('Take out of the department', dialog()).click());
    const { items } = await units.members(id);
    expect(items.map(({ user_id }) => user_id)).toEqual([userId]);
    // And the list of administrators can be narrowed to it.
    await visitor.goTo('organization');
    await row('Mobile').getByRole('link', { name: /^1/ }).click();
    await visitor.arrived('Administrators');
    expect(await main().locator('tbody tr').count()).toBe(1);
  });

  it('are deleted once nothing is in them', async () => {
    const { id } = await named('Mobile');
    await visitor.goTo(`organization/${id}`);
    const remove = button(/^Delete/);
    expect(await remove.getAttribute('title')).toContain('once nobody belongs to it');
    await units.putMembers(id, []).expect(200);
    await visitor.open(`organization/${id}`);
    await remove.and(page.locator(':not([aria-disabled])')).click();
    await dialog().getByLabel(/^Type/).fill('Mobile');
    await sent(() => button('Delete', dialog()).click());
    expect(await outline()).toEqual(['Product', 'Sales']);
  });
});
