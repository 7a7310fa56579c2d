import { newId } from '@libs/kernel';
import { aTenant } from '../../../../test/support/tenants';
import { queryAs } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';
import { READER } from '../../../../test/support/list-request';
import { type AppFilter, AppQueries } from './app-queries';

const MANY = 1_000;

describe('The list of Apps', () => {
  const test = suiteDatabase();
  let queries: AppQueries;
  let tenantId: string;

  beforeAll(async () => {
    queries = new AppQueries(test.database);
    tenantId = await aTenant(test.database);
    await addApps(tenantId, MANY, 'Shop');
    await addApps(await aTenant(test.database), MANY, 'Neighbour');
  });

  /** Apps made one second apart, with settings of a kilobyte. */
  const addApps = (tenant: string, count: number, name: string) =>
    queryAs(
      test.superuserUrl,
      `INSERT INTO apps (tenant_id, id, name, app_type, status, is_default, default_locale, supported_locales, registration,
                         captcha, feature_flags, client_config, dcloud_appid, upgrade, support, created_at)
       SELECT $1::uuid, gen_random_uuid(), $3 || ' ' || i, CASE WHEN i % 3 = 0 THEN 'uni_app_x' ELSE 'uni_app' END,
              CASE WHEN i % 5 = 0 THEN 'disabled' ELSE 'active' END, false, 'zh-CN', '{zh-CN}', '{}', '{}', '{}',
              jsonb_build_object('text', repeat(md5(i::text), 32)),
              CASE WHEN i % 2 = 0 THEN '__UNI__' || $3 || i END, '{}', '{}', now() - make_interval(secs => i)
         FROM generate_series(1, $2::integer) i`,
      [tenant, count, name],
    );

  const list = (filter: AppFilter = {}, page = 1, pageSize = 100) =>
    queries.list(tenantId, filter, { page, pageSize, ...READER });

  it('is newest first, without gaps or repetitions from page to page', async () => {
    const pages = await Promise.all(Array.from({ length: 11 }, (_, index) => list({}, index + 1)));
    const names = pages.flatMap(({ items }) => items.map(({ name }) => name));
    expect(names).toEqual(Array.from({ length: MANY }, (_, index) => `Shop ${index + 1}`));
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => MANY));
    expect(pages.at(-1)?.items).toEqual([]);
  });

  it('keeps one order among Apps of the same moment', async () => {
    const tenant = await aTenant(test.database);
    await addApps(tenant, 30, 'Twin');
    await queryAs(test.superuserUrl, 'UPDATE apps SET created_at = now() WHERE tenant_id = $1', [tenant]);
    const pages = await Promise.all(
      Array.from({ length: 6 }, (_, index) => queries.list(tenant, {}, { page: index + 1, pageSize: 5, ...READER })),
    );
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(ids).toHaveLength(30);
  });

  it('filters by both type and status', async () => {
    const { items, total } = await list({ appType: 'uni_app_x', status: 'disabled' });
    expect(total).toBe(Math.floor(MANY / 15));
    expect(items.every(({ appType, status }) => appType === 'uni_app_x' && status === 'disabled')).toBe(true);
  });

  it('finds a part of the name or the dcloud_appid in either case, and a whole id', async () => {
    expect((await list({ q: 'hOP 99' })).items.map(({ name }) => name)).toEqual([
      'Shop 99',
      ...Array.from({ length: 10 }, (_, index) => `Shop ${990 + index}`),
    ]);
    const [{ id, dcloudAppid } = { id: '', dcloudAppid: null }] = (await list({ q: 'shop 500' })).items;
    expect((await list({ q: dcloudAppid!.toLowerCase() })).items.map((app) => app.id)).toEqual([id]);
    expect((await list({ q: id })).items.map((app) => app.id)).toEqual([id]);
    expect((await list({ q: id.slice(0, 30) })).total).toBe(0);
    expect((await list({ q: newId() })).total).toBe(0);
  });

  it.each(['%', '_ _', '\\', 'Shop_1', 'Shop%1'])('treats %s in the search literally', async (q) => {
    expect((await list({ q })).total).toBe(0);
  });

  it('never shows Apps of another tenant', async () => {
    expect((await list({ q: 'Neighbour' })).total).toBe(0);
  });

  describe('is answered from indexes', () => {
    beforeAll(async () => {
      // As autovacuum leaves the table. Pages count as all-visible once their commits have reached the disk.
      await queryAs(test.superuserUrl, 'CHECKPOINT');
      await queryAs(test.superuserUrl, 'VACUUM ANALYZE apps');
    });

    it.each<[string, AppFilter, number]>([
      ['without filter', {}, 1],
      ['with q', { q: 'hop 42' }, 1],
      ['with q that nothing fits', { q: 'nothing' }, 1],
      ['with filters', { appType: 'uni_app_x', status: 'disabled' }, 1],
      ['with q and filters, far behind', { q: 'shop', appType: 'uni_app', status: 'active' }, 20],
    ])('%s', async (_case, filter, page) => {
      const read = jest.spyOn(test.database, 'read');
      await list(filter, page, 20);
      const statements = read.mock.calls.map(([, text, values]) => ({ text, values }));
      read.mockRestore();
      expect(statements).toHaveLength(2);
      for (const { text, values } of statements) {
        const plan = await test.database.read<{ 'QUERY PLAN': string }>(tenantId, `EXPLAIN ANALYZE ${text}`, values);
        const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
        expect(lines).not.toMatch(/Seq Scan on apps/);
        expect(lines).toMatch(/using apps_search/);
      }
    });
  });
});
