import { existsSync } from 'node:fs';
import type pg from 'pg';
import { chromium, type Page } from 'playwright-core';
import { Arena } from './arena';
import { PASSWORD } from './data/seed';
import { readOptions } from './options';
import type { Stage } from './suites/suite';

const MEMBERS = 100_000;
const DAYS = 30;
const RECORDS_A_DAY = 10_000;
const DELIVERIES = 5_000;
/** A frame that takes longer is felt. */
const FELT_MS = 100;
/** Far from those of the chain. */
const FIRST_SEQ = 2_000_000_000;
const ENDPOINT = '01a20000-0000-7000-8000-000000000001';

const CHROMIUM =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** The time between frames, of the page itself, and what held its thread. */
const RECORDER = `(() => {
  const seen = { frames: [], tasks: [] };
  let last = performance.now();
  const next = (now) => { seen.frames.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(next); });
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) seen.tasks.push(duration); })
    .observe({ type: 'longtask' });
  window.seen = seen;
})()`;

interface Seen {
  readonly frames: number[];
  readonly tasks: number[];
}

type Deed = readonly [what: string, run: (page: Page) => Promise<unknown>];

/**
 * What somebody feels of long lists in the console: the longest time between two frames while lists of ${MEMBERS} members,
 * ${DAYS * RECORDS_A_DAY} records of the audit log and ${DELIVERIES} deliveries are opened, scrolled, sorted, filtered and
 * paged, and how long until the rows are there. Chromium, the built console and the api share the machine.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const arena = await Arena.open(options);
  try {
    const database = await arena.database(MEMBERS);
    const api = await arena.api(database, { environment: { NODE_ENV: 'development' } });
    const { stage } = await arena.stage(MEMBERS, database, api);
    await fill(stage);
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${api.url}/console/`);
    await page.locator('input[name="username"]').fill('admin-1@example.com');
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('button[type="submit"]').click();
    await page.locator('#content h1').waitFor();
    const app = `apps/${stage.population.appId}`;
    const lists: [string, string][] = [
      [`${MEMBERS} members`, `${app}/members`],
      [`${DAYS * RECORDS_A_DAY} audit records`, 'audit'],
      [`${DELIVERIES} deliveries`, `webhooks/${ENDPOINT}?tab=deliveries`],
    ];
    console.log('| list | what | until it is there | longest frame | frames over 50 ms | longest task |');
    console.log('| --- | --- | ---: | ---: | ---: | ---: |');
    let felt = 0;
    for (const [name, path] of lists) {
      for (const [what, run] of [['opened', (on: Page) => goTo(on, path)] as Deed, ...DEEDS]) {
        const told = await measure(page, run);
        if (told === null) continue;
        felt += told.longest > FELT_MS ? 1 : 0;
        const ms = (value: number) => `${value.toFixed(0)} ms`;
        console.log(`| ${name} | ${what} | ${ms(told.took)} | ${ms(told.longest)} | ${told.over} | ${ms(told.task)} |`);
      }
    }
    console.log(`${felt} of them with a frame over ${FELT_MS} ms`);
    await browser.close();
  } finally {
    await arena.close();
  }
}

const DEEDS: readonly Deed[] = [
  ['100 rows a page', (page) => choose(page, '.list-pages select', '100')],
  ['scrolled', (page) => scroll(page)],
  ['sorted', (page) => press(page, 'main .list-sort')],
  ['next page', (page) => press(page, '.list-pages button:has-text("›")')],
  ['filtered', (page) => filter(page)],
  ['all rows chosen', (page) => press(page, 'main thead input[type="checkbox"]')],
];

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console/${path}`)});
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))`);
  await page.locator('main tbody tr').first().waitFor();
}

/** Waits for the answer that it asks for, where it asks for one. */
async function answered(page: Page, act: () => Promise<unknown>): Promise<true> {
  const answer = page.waitForResponse((each) => each.url().includes('/admin-api/'), { timeout: 2_000 });
  await act();
  await answer.catch(() => null);
  return true;
}

async function choose(page: Page, selector: string, value: string): Promise<boolean> {
  const select = page.locator(selector).first();
  return (await select.count()) > 0 && answered(page, () => select.selectOption(value));
}

async function press(page: Page, selector: string): Promise<boolean> {
  const button = page.locator(selector).first();
  return (await button.count()) > 0 && (await button.isEnabled()) && answered(page, () => button.click());
}

async function filter(page: Page): Promise<boolean> {
  const text = page.locator('main input[data-search]').first();
  if ((await text.count()) > 0) return answered(page, () => text.fill('member-77@example.com'));
  const select = page.locator('.list-filters select').first();
  return (await select.count()) > 0 && answered(page, () => select.selectOption({ index: 1 }));
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, turn < 30 ? 240 : -240);
}

async function measure(page: Page, run: Deed[1]) {
  await page.evaluate(RECORDER);
  const begun = performance.now();
  if ((await run(page)) === false) return null;
  const took = performance.now() - begun;
  // Whatever is drawn afterwards belongs to it.
  const { frames, tasks } = await page.evaluate<Seen>(
    'new Promise((done) => setTimeout(() => done(window.seen), 400))',
  );
  return {
    took,
    longest: Math.max(0, ...frames),
    over: frames.filter((frame) => frame > 50).length,
    task: Math.max(0, ...tasks),
  };
}

/** Once for all runs on this database. */
async function fill({ client, population: { tenantId, appId } }: Stage): Promise<void> {
  const { rows } = await client.query('SELECT FROM webhook_endpoints WHERE id = $1', [ENDPOINT]);
  if (rows.length > 0) return;
  console.log('… writing records of the audit log, and deliveries');
  await insertRecords(client, tenantId, appId);
  await client.query(
    `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, enabled, created_by, lock_version)
     VALUES ($1, $2, 'https://hooks.example.com/appkernel', '{*}', true, gen_random_uuid(), 1)`,
    [tenantId, ENDPOINT],
  );
  await client.query(
    `WITH events AS (
       INSERT INTO webhook_events (tenant_id, id, app_id, type, occurred_at, data)
       SELECT $1, uuidv7(), $2, 'app.updated', now() - n * interval '1 minute', '{"changed_fields": ["name"]}'
         FROM generate_series(1, ${DELIVERIES}) n RETURNING id)
     INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, kind, status, attempts,
                                     response_status, duration_ms, last_attempt_at, settled_at)
     SELECT $1, uuidv7(), $3, id, 'app.updated', 'event', 'succeeded', 1, 204, 80, now(), now() FROM events`,
    [tenantId, appId, ENDPOINT],
  );
  await client.query('ANALYZE audit_logs, webhook_deliveries');
}

async function insertRecords(client: pg.Client, tenantId: string, appId: string): Promise<void> {
  const changes = [{ path: 'name.en-US', before: 'Corner shop', after: 'Corner Shop' }];
  await client.query(
    `INSERT INTO audit_logs (tenant_id, seq, id, occurred_at, actor_type, actor_display, action, method, route, app_id, changes,
                             resource_type, resource_id, request_id, outcome, prev_hash, hash)
     SELECT $1, $2::bigint + n, uuidv7(), now() - (${DAYS * RECORDS_A_DAY} - n) * interval '${86_400 / RECORDS_A_DAY} seconds',
            'system', 'Administrator ' || n % 100, 'apps.write', 'PATCH', '/admin-api/v1/apps/{app_id}', $3::uuid, $4::jsonb,
            'app', ($3::uuid)::text, gen_random_uuid()::text, 'success', sha256('bench'), sha256('bench')
       FROM generate_series(1, ${DAYS * RECORDS_A_DAY}) n`,
    [tenantId, FIRST_SEQ, appId, JSON.stringify(changes)],
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
