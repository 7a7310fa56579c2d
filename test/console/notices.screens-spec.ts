import type { Page } from 'playwright-core';
import { asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { notificationClient, type NotificationData } from '../admin/support/notifications';
import { outboxSettled } from '../mobile/support/journey';
import { inboxes } from '../mobile/support/inbox';
import { aCategory, anArticle, insertArticles, insertCategories } from '../support/articles';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { suiteConsole, type Visitor } from './support/console';
import { PHONE, DESK } from './support/layout';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror="alert(2)"> {name} @:frame.home | one`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describeInBrowser('Notices and messages', () => {
  const suite = suiteConsole();
  const { api } = suite;
  const { aMemberOf, page: inboxOf } = inboxes(api);
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    owner = await asOwner(api);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  const main = () => page.locator('#content');
  const button = (name: string | RegExp) => main().getByRole('button', { name, exact: true });
  const tab = (name: string) => main().getByRole('tab', { name, exact: true });
  const dialog = () => page.locator('dialog[open]');
  const question = () => page.locator('dialog[open]');
  const titleIn = (language: string) => main().getByRole('group', { name: 'Title' }).getByLabel(language);
  const place = (screen: string) => `apps/${api.appId}/${screen}`;
  const clientFor = (door: 'notices' | 'messages') => notificationClient(owner, api.appId, door);
  const idShown = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';

  /** Waits for an answer to a request whose path ends so. */
  async function answered(end: RegExp, press: () => Promise<unknown>, status = 200): Promise<void> {
    const [answer] = await Promise.all([
      page.waitForResponse((each) => each.request().method() !== 'GET' && end.test(new URL(each.url()).pathname)),
      press(),
    ]);
    expect(answer.status()).toBe(status);
    await visitor.settled();
  }

  async function openRecord(door: 'notices' | 'messages', { id }: Pick<NotificationData, 'id'>): Promise<void> {
    await visitor.goTo(place(`${door}/${id}`));
  }

  it('go out to those who were counted, and are asked about anew where these have changed', async () => {
    const lin = await aMemberOf({ display_name: 'Lin' });
    await visitor.goTo(place('notices'));
    await button('New notice').first().click();
    await titleIn('English').fill('Open on Sunday, {{nmae}}');
    await main().getByText('There is nothing to fill in for {{nmae}}.').waitFor();
    await button('Create').and(main().locator('[aria-disabled="true"]')).waitFor();
    await titleIn('English').fill('Open on Sunday, {{display_name}}');
    await titleIn('简体中文').or(titleIn('中文')).first().fill('周日营业');
    await main().getByText('Title: {{display_name}} is not in').first().waitFor();
    await main().locator('textarea[data-body]').first().fill('周日营业');
    await main().getByRole('tab', { name: 'English' }).click();
    await main().locator('textarea[data-body]').first().fill('We open at **8**.');
    await main().locator('.phone').getByRole('combobox').selectOption('en-US');
    await main().locator('.phone-screen').getByText('Open on Sunday, Lin').waitFor();
    await main().locator('.phone-screen').getByText('We open at 8.').waitFor();
    await answered(/\/notices$/, () => page.keyboard.press('Control+s'), 201);
    await page.waitForURL(/\/notices\/[\da-f-]{36}/);
    const id = idShown();

    await tab('Recipients').click();
    const figures = main().getByRole('region', { name: 'Whom it would reach' });
    await figures.locator('.eligible', { hasText: '1' }).waitFor();
    // Nobody is left under a condition, which is saved and counted by itself.
    await main()
      .getByRole('radio', { name: /^Members by conditions/ })
      .check();
    await figures.getByText('Say first whom it is for.').waitFor();
    // Nothing can be published before it says whom it is for: what is missing is shown.
    await tab('Content').click();
    await button('Publish…').click();
    await main().getByText('Say first whom it is for.').waitFor();
    await answered(/\/recipient-preview$/, () => main().getByRole('checkbox', { name: 'HarmonyOS' }).check());
    await figures.locator('.eligible', { hasText: '0' }).waitFor();
    await answered(/\/recipient-preview$/, () =>
      main()
        .getByRole('radio', { name: /^All members/ })
        .check(),
    );
    await figures.locator('.eligible', { hasText: '1' }).waitFor();

    await answered(/\/recipient-preview$/, () => button('Publish…').click());
    await dialog().getByText('Send to 1 member').waitFor();
    const wang = await aMemberOf({ display_name: 'Wang' });
    const app = (await owner.get(`apps/${api.appId}`).expect(200)).body.data as { name: string };
    await dialog()
      .getByLabel(/^Type .* to go on/)
      .fill(app.name);
    await answered(/\/publish$/, () => dialog().getByText('Send to 1 member').click(), 409);
    expect(visitor.takeFaults()).toEqual([`409 POST /admin-api/v1/apps/${api.appId}/notices/${id}/publish`]);
    const row = dialog().getByRole('row', { name: /^Would get it/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['1', '2', '+1']);
    expect((await clientFor('notices').read(id)).status).toBe('draft');
    await answered(/\/publish$/, () => dialog().getByText('Send to 2 members').click());
    await dialog().waitFor({ state: 'detached' });

    await outboxSettled(api);
    const isTheNotice = ({ title }: { title: string }) => /^(?:周日营业|Open on Sunday, )/.test(title);
    for (const { me } of [lin, wang]) {
      const { items } = await inboxOf(me);
      expect(items.filter(isTheNotice)).toHaveLength(1);
    }
    await tab('Delivery').click();
    await main().getByText('Delivered to 2 of 2').waitFor();
    await main().getByText('The delivery is finished.').waitFor();

    await button('Recall').click();
    await question()
      .getByLabel(/^Reason/)
      .fill('Wrong day');
    await answered(/\/recall$/, () => question().getByRole('button', { name: 'Recall' }).click());
    await main().getByText('Reason: Wrong day').waitFor();
    expect((await inboxOf(lin.me)).items.filter(isTheNotice)).toEqual([]);
    await tab('History').click();
    await main().getByText('Wrong day').last().waitFor();
  });

  it('are planned by the clocks of the tenant, taken back and moved', async () => {
    const messages = clientFor('messages');
    const draft = await messages.create({ audience: { mode: 'all_members' } });
    await openRecord('messages', draft);
    const planned = main().getByLabel('Publication planned for');
    await planned.fill('2099-12-24T08:00');
    await planned.blur();
    await answered(/\/messages\/[\da-f-]+$/, () => page.keyboard.press('Control+s'));
    await answered(/\/recipient-preview$/, () => button('Schedule…').click());
    await dialog().getByText(/UTC/).first().waitFor();
    await answered(/\/publish$/, () => dialog().getByRole('button', { name: 'Schedule' }).click());
    const scheduled = await messages.read(draft.id);
    expect([scheduled.status, scheduled.scheduled_at]).toEqual(['scheduled', '2099-12-24T08:00:00.000Z']);
    // What waits for its time is shown, and not written.
    expect(await planned.isDisabled()).toBe(true);

    await button('Cancel the schedule').click();
    await answered(/\/unschedule$/, () => question().getByRole('button', { name: 'Cancel the schedule' }).click());
    await planned.fill('2099-12-25T09:30');
    await planned.blur();
    await answered(/\/messages\/[\da-f-]+$/, () => page.keyboard.press('Control+s'));
    expect((await messages.read(draft.id)).scheduled_at).toBe('2099-12-25T09:30:00.000Z');
  });

  it('are for people who are found or pasted by keys, and are tested by them', async () => {
    const { me, userId } = await aMemberOf({ display_name: 'Sato' });
    const messages = clientFor('messages');
    const draft = await messages.create();
    await openRecord('messages', draft);
    await tab('Recipients').click();
    await main()
      .getByRole('radio', { name: /^Chosen members/ })
      .focus();
    await page.keyboard.press('Space');
    const field = main().getByRole('textbox', { name: 'Members', exact: true });
    await field.fill('Sato');
    await main().getByRole('list', { name: 'What can be picked' }).getByText('Sato').waitFor();
    await field.focus();
    await answered(/\/recipient-preview$/, () => page.keyboard.press('Enter'));
    expect((await messages.read(draft.id))['audience']).toEqual({ mode: 'users', user_ids: [userId] });
    await main().getByRole('button', { name: 'Remove Sato' }).waitFor();

    await button('Send a test…').click();
    await dialog()
      .getByLabel(/^Members who get it/)
      .fill(userId);
    await page.keyboard.press('Enter');
    await dialog()
      .getByRole('button', { name: /^Remove/ })
      .waitFor();
    await answered(/\/test$/, () => dialog().getByRole('button', { name: 'Send the test' }).click(), 202);
    await outboxSettled(api);
    expect((await inboxOf(me)).items.some(({ title }) => /^\[(?:Test|测试)\]/.test(title))).toBe(true);
    expect((await messages.read(draft.id)).status).toBe('draft');
  });

  it('keep what is typed while a choice before it is being saved', async () => {
    const notices = clientFor('notices');
    const draft = await notices.create();
    await openRecord('notices', draft);
    await tab('Recipients').click();
    await main()
      .getByRole('radio', { name: /^Members by conditions/ })
      .check();
    let goOn = (): void => undefined;
    const held = new Promise<void>((done) => (goOn = done));
    const asked = page.waitForRequest((each) => each.method() === 'PATCH');
    await page.route(/\/notices\/[\da-f-]+$/, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    await main().getByRole('checkbox', { name: 'iOS' }).check();
    await asked;
    await main().getByRole('checkbox', { name: 'Android' }).check();
    const second = page.waitForResponse(
      (each) => each.request().method() === 'PATCH' && /"android"/.test(each.request().postData() ?? ''),
    );
    goOn();
    expect((await second).status()).toBe(200);
    await visitor.settled();
    await page.unroute(/\/notices\/[\da-f-]+$/);
    expect((await notices.read(draft.id))['audience']).toEqual({
      mode: 'filter',
      filter: { platforms: ['android', 'ios'] },
    });
  });

  it('are deleted several at once, but for those that were sent', async () => {
    const notices = clientFor('notices');
    const title = { 'zh-CN': '多选', 'en-US': 'To be deleted' };
    const drafts = [await notices.create({ title }), await notices.create({ title })];
    const sent = await notices.publish(await notices.create({ title }));
    await visitor.goTo(`${place('notices')}?q=${encodeURIComponent('To be deleted')}`);
    await main().getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await main().getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click();
    await question().getByRole('button', { name: 'Delete' }).click();
    await main().getByText('2 done, 1 not; each row that is left tells why.').waitFor();
    await visitor.settled();
    expect(visitor.takeFaults()).toEqual([`409 DELETE /admin-api/v1/apps/${api.appId}/notices/${sent.id}`]);
    expect(await main().getByRole('row').count()).toBe(2);
    for (const { id } of drafts) await owner.get(`${notices.path}/${id}`).expect(404);
  });

  it('show a title that means harm as it is written', async () => {
    const ran: string[] = [];
    page.on('dialog', (one) => {
      ran.push(one.message());
      void one.dismiss();
    });
    const title = { 'zh-CN': HOSTILE.slice(0, 120), 'en-US': HOSTILE.slice(0, 120) };
    const draft = await clientFor('notices').create({ title, body: title });
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await openRecord('notices', draft);
      expect(await page.locator('h1').textContent()).toBe(title['en-US']);
      for (const view of ['Inbox', 'Opened']) await main().getByRole('button', { name: view, exact: true }).click();
      await main().locator('.phone-screen iframe').waitFor();
      await visitor.settled();
      expect(await page.evaluate(OVERFLOW)).toBe(0);
      await visitor.goTo(place('notices'));
    }
    expect(ran).toEqual([]);
  });

  it('open one of more articles than a page has, which is proposed by what is typed', async () => {
    const scope = { tenantId: api.tenantId, appId: api.appId };
    const query = (text: string, values: unknown[]) => queryAs(api.urls.superuserUrl, text, values);
    const news = aCategory();
    await insertCategories(query, scope, [news]);
    // The first is the oldest, and so on no page of the newest hundred.
    const articles = Array.from({ length: 101 }, (_, at) => anArticle(news.id, { slug: `shop-${at}` }));
    await insertArticles(query, scope, articles);
    await visitor.open(place('notices/new'));
    await main().getByRole('combobox', { name: 'Opens' }).selectOption('article');
    const target = main().getByRole('combobox', { name: /^Which one/ });
    const proposed = (slug: string) => main().locator(`datalist option[value="${slug}"]`);
    await proposed('shop-100').waitFor({ state: 'attached' });
    expect(await proposed('shop-0').count()).toBe(0);
    await target.fill('shop-0');
    await proposed('shop-0').waitFor({ state: 'attached' });
  });
});
