import type { MigrationInterface, QueryRunner } from 'typeorm';
import { bulkChangeTrigger, execute, grant } from './support/tables';

export class Regions1763712000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Regions belong to no tenant: all tenants read the same ones.
      `CREATE TABLE region_datasets (
         version text PRIMARY KEY,
         source text NOT NULL,
         imported_at timestamptz NOT NULL DEFAULT now()
       )`,
      grant('region_datasets', ['SELECT', 'INSERT', 'UPDATE']),

      // One collation for index, paging and program: the order of code units.
      `CREATE TABLE regions (
         code text COLLATE "C" PRIMARY KEY CHECK (length(code) BETWEEN 1 AND 32),
         parent_code text COLLATE "C" REFERENCES regions (code),
         level smallint NOT NULL CHECK (level BETWEEN 0 AND 10),
         names jsonb NOT NULL,
         name_override jsonb,
         pinyin text NOT NULL,
         initials text NOT NULL,
         is_public boolean NOT NULL DEFAULT true,
         status text NOT NULL CHECK (status IN ('active', 'retired')),
         successor_codes text[] NOT NULL DEFAULT '{}',
         dataset_version text NOT NULL REFERENCES region_datasets (version),
         lock_version integer NOT NULL DEFAULT 1,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now(),
         CHECK ((parent_code IS NULL) = (level = 0))
       )`,
      grant('regions', ['SELECT', 'INSERT', 'UPDATE']),

      // Counts the changes, so that every process can tell from one row whether its index is up to date. Writers wait
      // for each other here, so that the count follows the order of the commits; a time stamp would not.
      `CREATE TABLE region_revision (
         only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
         revision bigint NOT NULL DEFAULT 0
       )`,
      `INSERT INTO region_revision DEFAULT VALUES`,
      grant('region_revision', ['SELECT', 'UPDATE']),
      `CREATE FUNCTION raise_region_revision() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         UPDATE region_revision SET revision = revision + 1;
         RETURN NULL;
       END $$`,
      ...['regions', 'region_datasets'].flatMap((table) => [
        `CREATE TRIGGER ${table}_revision AFTER INSERT OR UPDATE OR DELETE ON ${table}
           FOR EACH STATEMENT EXECUTE FUNCTION raise_region_revision()`,
        bulkChangeTrigger(table, 'regions'),
      ]),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE regions',
      'DROP TABLE region_datasets',
      'DROP TABLE region_revision',
      'DROP FUNCTION raise_region_revision()',
    ]);
  }
}
