import type { Locator, Page, Response } from 'playwright-core';
import { BOOTSTRAP } from '../admin/support/admin';
import { eventually } from '../support/api';
import { describeInBrowser, sharedBrowser } from '../support/browser';
import { suiteApi } from '../support/suite';

const ARTIFACTS = 'artifacts';

/** What the examples of the document name. */
const MEMBER = 'member@example.com';

type Body = Readonly<Record<string, unknown>>;

const api = suiteApi({ NODE_ENV: 'development' });

describeInBrowser('By Swagger UI alone', () => {
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    const context = await (await sharedBrowser()).newContext({ viewport: { width: 1280, height: 1000 } });
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    await page.goto(`${api.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));
  afterAll(() => page.context().close());

  /** Opens an operation by the filter, ready to be tried. */
  async function opened(id: string): Promise<Locator> {
    await page.locator('.operation-filter-input').fill(id);
    const block = page.locator(`.opblock[id$="-${id}"]`);
    await block.waitFor();
    if ((await block.locator('.opblock-body').count()) === 0) await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: /^(?:Try it out|Execute)$/ }).waitFor();
    const tryOut = block.getByRole('button', { name: 'Try it out' });
    if ((await tryOut.count()) > 0) await tryOut.click();
    return block;
  }

  /** Executes it with its example, in which only what nobody can know before is replaced. */
  async function tried(id: string, changes: Body = {}, path: Readonly<Record<string, string>> = {}): Promise<Body> {
    const block = await opened(id);
    const body = block.locator('textarea.body-param__text');
    if (Object.keys(changes).length > 0) {
      const example = JSON.parse(await body.inputValue()) as Body;
      await body.fill(JSON.stringify({ ...example, ...changes }));
    }
    for (const [name, value] of Object.entries(path)) {
      const field = block.locator(`tr[data-param-name="${name}"][data-param-in="path"] :is(input, select)`);
      await ((await field.evaluate((one) => one.tagName)) === 'SELECT' ? field.selectOption(value) : field.fill(value));
    }
    const [answer] = await Promise.all([
      page.waitForResponse((one: Response) => new URL(one.url()).pathname.startsWith('/a')),
      block.getByRole('button', { name: 'Execute' }).click(),
    ]);
    await block.locator('.live-responses-table .response-col_status').last().waitFor();
    const json = (await answer.json()) as { data?: Body };
    expect([id, answer.status(), answer.ok() || json]).toEqual([id, answer.status(), true]);
    expect(await block.locator('.curl-command').innerText()).toMatch(/curl -X '[A-Z]+'/);
    return json.data ?? {};
  }

  it('an administrator signs in, and goes on with the token of the answer', async () => {
    await tried('adminLogin', { email: BOOTSTRAP.email, password: BOOTSTRAP.password });
    expect(await tried('listAdminApps')).toMatchObject({ items: [{ id: api.appId }] });
  });

  it('a member registers with the example, confirms the address, and signs in', async () => {
    await tried('register');
    const code = await eventually(async () => {
      const { body } = await api.http.get(`/internal/v1/dev/outbox?to=${MEMBER}`).expect(200);
      return /"code":"(\d+)"/.exec(JSON.stringify(body))?.[1];
    });
    await tried('verifyEmail', { otp: code });
    await tried('loginByPassword');
    expect(await tried('getContext')).toBeDefined();
  });

  it('writes the notice of the example, and publishes it to all members', async () => {
    const { id, lock_version } = await tried('createAdminNotice');
    const path = { id: String(id) };
    const { preview_id } = await tried('previewAdminNoticeRecipients', {}, path);
    await tried('moveAdminNotice', { lock_version, preview_id }, { ...path, action: 'publish' });
  });

  it('the member reads it in the inbox', async () => {
    const found = await eventually(async () => {
      const { items } = (await tried('listNotifications')) as { items: object[] };
      return items[0];
    });
    // In the language with which the example registers.
    expect(found).toMatchObject({ kind: 'notice', title: '秋季菜单上线', body: 'Lin，来尝尝吧。', read_at: null });
    await page.screenshot({ path: `${ARTIFACTS}/swagger-ui-inbox.png` });
  });

  it('what was authorized lasts as long as the tab, and is no secret of clients', async () => {
    await page.reload();
    await page.locator('.opblock-tag').first().waitFor();
    await tried('listNotifications');
    await tried('listAdminApps');
    const { local, tab } = await page.evaluate(() => ({
      local: Object.keys(localStorage),
      tab: Object.keys(sessionStorage),
    }));
    expect({ local, tab }).toEqual({ local: [], tab: ['ak-authorized'] });
    const other = await page.context().newPage();
    await other.goto(`${api.url}/docs`);
    await other.locator('.opblock-tag').first().waitFor();
    const authorized = 'Object.keys(ui.authSelectors.authorized().toJS())';
    expect(await other.evaluate(authorized)).toEqual(['appId']);
    await other.close();
  });
});
