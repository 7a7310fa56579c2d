import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class StorageUsage1763712000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The storage that the files of a tenant use. A transaction that adds a file locks the row until its end.
      `CREATE TABLE storage_usages (
         tenant_id uuid PRIMARY KEY REFERENCES tenants (id),
         used_bytes bigint NOT NULL
       )`,
      ...tenantWall('storage_usages'),
      grant('storage_usages', ['SELECT', 'INSERT', 'UPDATE']),

      // Counted by the database, so that it is right for every version of the program.
      `CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         INSERT INTO storage_usages AS usage (tenant_id, used_bytes)
         SELECT tenant_id, sum(bytes)
           FROM (VALUES (OLD.tenant_id, -OLD.size_bytes::bigint), (NEW.tenant_id, NEW.size_bytes::bigint))
                AS change (tenant_id, bytes)
          WHERE tenant_id IS NOT NULL
          GROUP BY tenant_id
          ORDER BY tenant_id
             ON CONFLICT (tenant_id) DO UPDATE SET used_bytes = usage.used_bytes + excluded.used_bytes;
         RETURN NULL;
       END $$`,
      `CREATE TRIGGER files_counted AFTER INSERT OR DELETE OR UPDATE OF tenant_id, size_bytes ON files
         FOR EACH ROW EXECUTE FUNCTION count_stored_bytes()`,

      // The trigger keeps writers out until the commit, so that nothing is missed or counted twice; reads continue.
      // Writers wait for one scan of the table.
      `SELECT set_config('app.system', 'on', true)`,
      `INSERT INTO storage_usages (tenant_id, used_bytes) SELECT tenant_id, sum(size_bytes) FROM files GROUP BY tenant_id`,
      `SELECT set_config('app.system', 'off', true)`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TRIGGER files_counted ON files',
      'DROP FUNCTION count_stored_bytes()',
      'DROP TABLE storage_usages',
    ]);
  }
}
