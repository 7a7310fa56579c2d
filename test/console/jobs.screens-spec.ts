import type { Locator, Page } from 'playwright-core';
import { asOwner, BOOTSTRAP, type AdminClient } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { queryAs } from '../support/database';
import { suiteConsole, type Visitor } from './support/console';
import { aJob, COMPLETED, DEAD } from './support/integrations';

const ZONE = 'Asia/Shanghai';

describeInBrowser('Jobs in the console', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    owner = await asOwner(api);
    // What is retried stays ready, but where a test resumes the queue.
    await owner.post('jobs/queues/sms/pause').expect(200);
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });
  beforeEach(async () => {
    await sql(`DELETE FROM outbox_messages WHERE lane = 'sms'`);
  });

  const sql = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const add = (change: string) => aJob(api, 'iam.otp_sms', 'sms', change);
  const main = () => page.locator('#content');
  const button = (name: string, within: Page | Locator = main()) => within.getByRole('button', { name, exact: true });
  const row = (id: string) => page.locator(`tr[data-id="${id}"]`);
  const dialog = () => page.locator('dialog[open]');
  const stateOf = async (id: string) => (await owner.get(`jobs/${id}`).expect(200)).body.data.state as string;
  const placeOf = async (id: string) => (await row(id).boundingBox())!.y;

  /** The rows of the queue, as the tests want them: no other job comes between. */
  const list = (query = '') => visitor.open(`jobs?tab=jobs&queue=sms${query}`);

  it('keep their places while they are looked at, and newer ones come when they are asked for', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.unshift(await add(DEAD));
    await list();
    const [, ticked = '', focused = '', changed = ''] = ids;
    await row(ticked).getByRole('checkbox').check();
    await row(focused).getByRole('link').focus();
    await page.evaluate('scrollTo(0, 120)');
    const before = [await placeOf(focused), await placeOf(ids.at(-1)!)];

    await sql(`UPDATE outbox_messages SET dead_at = NULL, ${COMPLETED} WHERE id = $1`, [changed]);
    const newer = await add(DEAD);
    await row(changed).getByText('Completed').waitFor();
    await button('1 newer: show it').waitFor();
    expect([await placeOf(focused), await placeOf(ids.at(-1)!)]).toEqual(before);
    expect(await page.evaluate('scrollY')).toBe(120);
    expect(await row(focused).locator('a:focus').count()).toBe(1);
    expect(await row(ticked).getByRole('checkbox').isChecked()).toBe(true);
    expect(await row(newer).count()).toBe(0);

    await sql('DELETE FROM outbox_messages WHERE id = $1', [ids[5]]);
    await row(ids[5]!).getByText('No longer there').waitFor();
    await button('1 newer: show it').click();
    expect(await page.locator('tbody tr:visible').first().getAttribute('data-id')).toBe(newer);
    expect(await row(ids[5]!).count()).toBe(0);
  });

  it('show what becomes of them after they have left the filter', async () => {
    const id = await add(DEAD);
    await list('&state=dead');
    await owner.post(`jobs/${id}/retry`).expect(200);
    await row(id).getByText('Ready', { exact: true }).waitFor();
  });

  it('are retried together, and each that is refused says why', async () => {
    const [dead, done] = [await add(DEAD), await add(COMPLETED)];
    await list();
    await page.getByLabel('Select all rows of this page').check();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await button('Retry', bar).click();
    await button('Retry', dialog()).click();
    await bar.getByText('1 done, 1 not; each row that is left tells why.').waitFor();
    expect(visitor.takeFaults()).toEqual([`409 POST /admin-api/v1/jobs/${done}/retry`]);
    await visitor.settled();
    expect(await stateOf(dead)).toBe('ready');
    expect(await row(done).locator('.list-refused').innerText()).toContain('only failed and dead ones can be retried');
    expect(await row(dead).getByRole('checkbox').isChecked()).toBe(false);
    expect(await row(done).getByRole('checkbox').isChecked()).toBe(true);
    await button('Clear selection', bar).click();
  });

  it('of a queue that were given up are retried, and the queue is resumed and paused', async () => {
    const ids = [await add(DEAD), await add(DEAD), await add(DEAD)];
    await visitor.open('jobs');
    const queue = row('sms');
    await queue.getByText('Paused').waitFor();
    await button('Retry given up… SMS').click();
    await dialog().getByLabel('At most').fill('2');
    await button('Retry', dialog()).click();
    await dialog().waitFor({ state: 'detached' });
    await queue.getByRole('link', { name: '2 × Ready: SMS' }).waitFor();
    expect(await Promise.all(ids.map(stateOf))).toEqual(['ready', 'ready', 'dead']);

    await queue.getByRole('link', { name: '1 × Given up: SMS' }).click();
    await visitor.settled();
    expect(await page.locator('tbody tr:visible').count()).toBe(1);
    expect(await page.locator('[role="tab"]:focus').innerText()).toBe('Jobs');
    await page.getByRole('tab', { name: 'Queues' }).click();

    await sql(`DELETE FROM outbox_messages WHERE lane = 'sms'`);
    await button('Resume SMS').click();
    await button('Pause SMS').click();
    await button('Pause', page.getByRole('alertdialog')).click();
    await queue.getByText('Paused').waitFor();
    expect(await row('codes.sms').getByText('Is never paused').count()).toBe(1);
  });

  it('tell what they are about, and are retried and deleted with a reason', async () => {
    const id = await add(DEAD);
    await list();
    await row(id).getByRole('link').click();
    await visitor.arrived('iam.otp_sms');
    await main().getByText('Error: 550 no such mailbox').waitFor();
    const payload = await main().locator('figure pre').innerText();
    expect(payload).toContain('zh-CN');
    for (const secret of ['lin@example.com', '408163']) expect(payload).not.toContain(secret);
    await button('Retry').click();
    await main().getByText('It is due, and waits for a worker.').waitFor();
    expect(await button('Retry').getAttribute('aria-disabled')).toBe('true');
    await button('Delete').click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('textbox').fill('The number is no longer in use');
    await button('Delete', question).click();
    await visitor.arrived('Jobs');
    await owner.get(`jobs/${id}`).expect(404);
    const { body } = await owner.get(`audit/logs?resource_type=job&resource_id=${id}`).expect(200);
    expect((body.data.items as { reason: string | null }[])[0]?.reason).toBe('The number is no longer in use');
  });

  it('that recur tell their next run by the clocks of the tenant and by one’s own', async () => {
    const { lock_version } = (await owner.get('auth/profile').expect(200)).body.data as { lock_version: number };
    await owner.patch('auth/profile', { lock_version, time_zone: ZONE }).expect(200);
    await visitor.open('jobs?tab=schedules');
    const sweep = page.getByRole('row').filter({ hasText: 'iam.' }).first();
    await sweep.getByText(`(${ZONE})`).last().waitFor();
    const next = await sweep.locator('td').last().locator('time').innerText();
    expect(next).toContain('(UTC)');
    expect(next).toContain(`(${ZONE})`);
  });
});
