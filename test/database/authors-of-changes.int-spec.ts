import { newId, NIL_UUID } from '@libs/kernel';
import { ENTITIES } from '../../apps/entities';
import { queryAs } from '../support/database';
import { suiteDatabase } from '../support/suite';

/** Tables without an entity. */
const OTHERS = ['notification_push_providers', 'regions'];

describe('The author of a change', () => {
  const test = suiteDatabase();
  let tenantId: string;

  beforeAll(async () => {
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants');
    tenantId = tenant!.id;
  });

  const insertRole = (code: string) =>
    test.database.query(
      `INSERT INTO roles (tenant_id, code, name, permissions, built_in) VALUES ($1, $2, 'Role', '{}', false)`,
      [tenantId, code],
    );
  const insertUser = (id: string) =>
    test.database.query(`INSERT INTO users (tenant_id, id, status) VALUES ($1, $2, 'active')`, [tenantId, id]);
  const authorOf = async (table: string, key: string, value: string) => {
    const [row] = await queryAs<{ updated_by: string | null }>(
      test.superuserUrl,
      `SELECT updated_by FROM ${table} WHERE ${key} = $1`,
      [value],
    );
    return row?.updated_by;
  };
  const ofRole = (code: string) => authorOf('roles', 'code', code);
  const run = <T>(work: () => Promise<T>) => test.database.run(tenantId, work);

  it('is stamped in every table of which it is told', async () => {
    const stamped = await queryAs<{ table: string; events: string[] }>(
      test.superuserUrl,
      `SELECT c.relname AS table, array_agg(e.event_manipulation::text ORDER BY e.event_manipulation::text) AS events
         FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
         JOIN information_schema.triggers e ON e.trigger_name = t.tgname AND e.event_object_table = c.relname
        WHERE p.proname = 'stamp_author' GROUP BY 1 ORDER BY 1`,
    );
    const tables = ENTITIES.filter(({ options }) => 'updatedBy' in options.columns).map(
      ({ options }) => options.tableName!,
    );
    expect(tables.length).toBeGreaterThan(10);
    const expected = [...tables, ...OTHERS].sort().map((table) => ({ table, events: ['INSERT', 'UPDATE'] }));
    expect(stamped).toEqual(expected);
  });

  it('is whom the transaction is for, in every way to open one', async () => {
    const [one, other] = [newId(), newId()];
    await test.database.actingAs(one, () => run(() => insertRole('run')));
    expect(await ofRole('run')).toBe(one);
    const touch = `UPDATE roles SET updated_at = clock_timestamp() WHERE tenant_id = $1 AND code = 'run'`;
    await test.database.actingAs(other, () => test.database.write(tenantId, touch, [tenantId]));
    expect(await ofRole('run')).toBe(other);
    await test.database.actingAs(one, () =>
      test.database.runAsSystem(() => run(() => test.database.query(touch, [tenantId]))),
    );
    expect(await ofRole('run')).toBe(one);
  });

  it('is the service where nobody is known, and of a user the user', async () => {
    const [self, made] = [newId(), newId()];
    await run(async () => {
      await insertRole('nobody');
      await insertUser(self);
    });
    await test.database.actingAs(NIL_UUID, () => run(() => insertUser(made)));
    expect(await ofRole('nobody')).toBe(NIL_UUID);
    expect(await authorOf('users', 'id', self)).toBe(self);
    expect(await authorOf('users', 'id', made)).toBe(NIL_UUID);
  });

  it('is not known of what another program writes, such as an earlier version of this one', async () => {
    await test.database.actingAs(newId(), () => run(() => insertRole('earlier')));
    await queryAs(test.superuserUrl, `UPDATE roles SET lock_version = lock_version + 1 WHERE code = 'earlier'`);
    expect(await ofRole('earlier')).toBeNull();
  });

  it('stays with changes that leave the time of the last one', async () => {
    const author = newId();
    await test.database.actingAs(author, () => run(() => insertRole('counted')));
    await run(() => test.database.query(`UPDATE roles SET name = 'Counted' WHERE code = 'counted'`));
    expect(await ofRole('counted')).toBe(author);
  });

  it('is nobody else whom another transaction of the same connection was for', async () => {
    const authors = Array.from({ length: 40 }, () => newId());
    await Promise.all(
      authors.map((author, index) => test.database.actingAs(author, () => run(() => insertRole(`crowd-${index}`)))),
    );
    await run(() => insertRole('after-the-crowd'));
    expect(await Promise.all(authors.map((_, index) => ofRole(`crowd-${index}`)))).toEqual(authors);
    expect(await ofRole('after-the-crowd')).toBe(NIL_UUID);
  });
});
