import { queryAs } from '../support/database';
import { suiteDatabase } from '../support/suite';

/** Tables without rows of tenants, each with its reason. Any other table must have row-level security. */
const WITHOUT_TENANT: Readonly<Record<string, string>> = {
  schema_migrations: 'which migrations were applied',
  development_messages: 'a development installation only, never tenants of others',
  regions: 'the same for every tenant',
  region_datasets: 'the same for every tenant',
  region_revision: 'the same for every tenant',
  sweeps: 'the schedule of the installation',
  partitioned_tables: 'how the tables of the installation are divided',
  member_statistics_progress: 'up to when the installation has counted',
  api_client_failures: 'of whom nobody knows the tenant, by keyed hashes',
  runtime_instances: 'the processes of the installation',
};

/** Tables of tenants in which only functions look, which name the tenant themselves: row-level security rules out LIKE. */
const BEHIND_FUNCTIONS = ['content_article_search', 'search_texts'];

describe('row-level security', () => {
  const test = suiteDatabase();

  it('is enabled and forced, with a policy for reading and writing, on every table of tenants', async () => {
    const tables = await queryAs<{ name: string; forced: boolean; walls: number }>(
      test.superuserUrl,
      `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
              (SELECT count(*)::int FROM pg_policy p
                WHERE p.polrelid = c.oid AND p.polcmd = '*' AND p.polqual IS NOT NULL AND p.polwithcheck IS NOT NULL) AS walls
         FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const open = tables
      .filter(({ name }) => !(name in WITHOUT_TENANT) && !BEHIND_FUNCTIONS.includes(name))
      .filter(({ forced, walls }) => !forced || walls < 1);
    expect(open).toEqual([]);
  });

  it('is not got round by others than the application: only that may call what acts as the owner of tables', async () => {
    const functions = await queryAs<{ name: string; anybody: boolean; application: boolean }>(
      test.superuserUrl,
      `SELECT proname AS name, has_function_privilege('public', oid, 'EXECUTE') AS anybody,
              has_function_privilege('appkernel_app', oid, 'EXECUTE') AS application
         FROM pg_proc
        WHERE prosecdef AND pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype`,
    );
    expect(functions.length).toBeGreaterThan(5);
    expect(functions.filter(({ anybody, application }) => anybody || !application)).toEqual([]);
  });

  it('covers every table that has a tenant_id', async () => {
    const named = await queryAs<{ name: string }>(
      test.superuserUrl,
      `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'tenant_id' AND table_schema = 'public'`,
    );
    expect(named.map(({ name }) => name).filter((name) => name in WITHOUT_TENANT)).toEqual([]);
  });

  it.each(BEHIND_FUNCTIONS)('lets the application role do nothing with %s itself', async (table) => {
    for (const statement of [
      `SELECT 1 FROM ${table}`,
      `INSERT INTO ${table} DEFAULT VALUES`,
      `UPDATE ${table} SET tenant_id = tenant_id`,
      `DELETE FROM ${table}`,
    ]) {
      await expect(queryAs(test.applicationUrl, statement)).rejects.toThrow(/permission denied/);
    }
  });

  it('names the tenant in every foreign key between tables of tenants', async () => {
    const keys = await queryAs<{ constraint: string; columns: string[] }>(
      test.superuserUrl,
      `SELECT k.conname AS constraint,
              (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)) AS columns
         FROM pg_constraint k
        WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
          AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attname = 'tenant_id')`,
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter(({ columns }) => !columns.includes('tenant_id'))).toEqual([]);
  });

  it('shows an unscoped query nothing, and a scoped one its own tenant only', async () => {
    const client = test.applicationUrl;
    expect(await queryAs(client, 'SELECT id FROM apps')).toEqual([]);
    expect(await queryAs(client, 'SELECT id FROM tenants')).toEqual([]);
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants');
    const other = '01980000-0000-7000-8000-000000000001';
    await queryAs(
      test.superuserUrl,
      `INSERT INTO tenants (id, code, name, status, is_platform) VALUES ($1, 'other', 'Other', 'active', false)`,
      [other],
    );
    const seen = await test.database.read<{ id: string }>(tenant!.id, 'SELECT id FROM tenants');
    expect(seen).toEqual([{ id: tenant!.id }]);
    expect(await test.database.read(other, 'SELECT id FROM apps')).toEqual([]);
    expect((await test.database.readAsSystem('SELECT id FROM tenants')).length).toBe(2);
  });

  it('shows and takes rows of the own tenant alone in every partition of inboxes, too', async () => {
    const [own, foreign] = ['01980000-0000-7000-8000-000000000003', '01980000-0000-7000-8000-000000000004'];
    // As many members that each partition has some; no trigger asks for them.
    await queryAs(
      test.superuserUrl,
      `SET session_replication_role = replica;
       INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id)
       SELECT tenant, tenant, gen_random_uuid(), gen_random_uuid()
         FROM unnest('{${own},${foreign}}'::uuid[]) AS tenant, generate_series(1, 100)`,
    );
    const tables = await queryAs<{ name: string }>(
      test.superuserUrl,
      `SELECT relid::text AS name FROM pg_partition_tree('notification_inbox_items')`,
    );
    expect(tables.length).toBeGreaterThan(8);
    // A partition that is named itself goes by its own policy, should anybody ever be granted that.
    await queryAs(
      test.superuserUrl,
      `GRANT SELECT, UPDATE ON ${tables.map(({ name }) => name).join()} TO appkernel_app`,
    );
    for (const { name } of tables) {
      const tenants = `SELECT DISTINCT tenant_id AS id FROM ${name}`;
      expect([name, await queryAs(test.applicationUrl, tenants)]).toEqual([name, []]);
      for (const id of [own, foreign]) expect(await test.database.read(id, tenants)).toEqual([{ id }]);
      expect(await test.database.readAsSystem(tenants)).toHaveLength(2);
      const give = test.database.write(own, `UPDATE ${name} SET tenant_id = $1 RETURNING id`, [foreign]);
      await expect(give).rejects.toThrow(/row-level security/);
      const take = `UPDATE ${name} SET tenant_id = tenant_id WHERE tenant_id = $1 RETURNING id`;
      expect(await test.database.write(own, take, [foreign])).toEqual([]);
    }
  });

  it('refuses to write a row of another tenant', async () => {
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants WHERE is_platform');
    const foreign = '01980000-0000-7000-8000-000000000002';
    const write = test.database.write(
      foreign,
      `INSERT INTO users (tenant_id, id, status) VALUES ($1, gen_random_uuid(), 'active') RETURNING id`,
      [tenant!.id],
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  it.each([
    ['users', `tenant_id, id, status`, `tenant, gen_random_uuid(), 'active'`],
    [
      'login_identifiers',
      `tenant_id, id, user_id, type, value, is_primary`,
      `tenant, tenant, tenant, 'email', n, false`,
    ],
    ['app_memberships', `tenant_id, app_id, user_id, status`, `tenant, tenant, gen_random_uuid(), 'active'`],
  ])('asks for the tenant once a statement in %s, with a row for each member', async (table, columns, values) => {
    const [own, foreign] = ['01980000-0000-7000-8000-000000000005', '01980000-0000-7000-8000-000000000006'];
    await queryAs(
      test.superuserUrl,
      `SET session_replication_role = replica;
       INSERT INTO ${table} (${columns})
       SELECT ${values} FROM (VALUES ('${own}'::uuid, 1), ('${foreign}', 2)) AS row (tenant, n)`,
    );
    const count = `SELECT count(*)::int AS rows FROM ${table}`;
    const all = await queryAs<{ rows: number }>(test.superuserUrl, count);
    expect(all[0]?.rows).toBeGreaterThan(1);
    expect(await test.database.readAsSystem(count)).toEqual(all);
    for (const id of [own, foreign]) expect(await test.database.read(id, count)).toEqual([{ rows: 1 }]);
    expect(await queryAs(test.applicationUrl, count)).toEqual([{ rows: 0 }]);
    // What is looked up once a statement has a plan of its own, of which only a verbose EXPLAIN tells the expression.
    const plan = await test.database.read<Record<string, string>>(own, `EXPLAIN ${count}`);
    expect(plan.flatMap(Object.values).filter((line) => line.includes('app.tenant_id'))).toEqual([]);
  });

  it('leaves nothing of a scope behind on the connection', async () => {
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants WHERE is_platform');
    const settings = `SELECT current_setting('app.tenant_id', true) AS tenant, current_setting('app.system', true) AS system`;
    await Promise.all(Array.from({ length: 30 }, () => test.database.read(tenant!.id, 'SELECT 1 AS one')));
    await Promise.all(Array.from({ length: 30 }, () => test.database.readAsSystem('SELECT 1 AS one')));
    const scopes = await Promise.all(Array.from({ length: 30 }, () => test.database.read(tenant!.id, settings)));
    for (const [scope] of scopes)
      expect(scope).toEqual({ tenant: tenant!.id, system: expect.not.stringMatching('on') });
  });

  it('binds an application role that owns nothing and is not a superuser', async () => {
    const [role] = await queryAs(
      test.applicationUrl,
      `SELECT rolsuper OR rolbypassrls OR rolcreatedb OR rolcreaterole AS powerful,
              (SELECT count(*)::int FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE r.rolname = current_user) AS owned
         FROM pg_roles WHERE rolname = current_user`,
    );
    expect(role).toEqual({ powerful: false, owned: 0 });
    await expect(queryAs(test.applicationUrl, 'CREATE TABLE mine (id integer)')).rejects.toThrow(/permission denied/);
  });
});
