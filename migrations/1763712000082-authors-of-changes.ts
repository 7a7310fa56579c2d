import { NIL_UUID } from '@libs/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { authorStamps, execute } from './support/tables';

/** Whatever administrators change and see with its `updated_at`. */
const TABLES = [
  'api_clients',
  'apps',
  'content_articles',
  'content_categories',
  'content_dictionaries',
  'content_pages',
  'notification_messages',
  'notification_push_providers',
  'organization_units',
  'regions',
  'releases',
  'roles',
  'settings',
  'tenants',
  'users',
  'webhook_endpoints',
] as const;

/**
 * Sets `updated_by` to whom the transaction names. Where it says that nobody is known to act, a row that is a person was
 * changed by that person, who registers or follows a link, and any other by the service itself. Null where it says
 * nothing, as in a transaction of an earlier version of the program.
 */
const STAMP = `
  CREATE OR REPLACE FUNCTION stamp_author() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    actor text := current_setting('app.actor', true);
  BEGIN
    IF actor = 'unknown' THEN
      IF TG_TABLE_NAME = 'users' THEN NEW.updated_by := NEW.id; ELSE NEW.updated_by := '${NIL_UUID}'; END IF;
    ELSE
      NEW.updated_by := nullif(actor, '')::uuid;
    END IF;
    RETURN NEW;
  END $$`;

/** Who made the last change of each resource, beside when it was. See docs/decisions/0088. */
export class AuthorsOfChanges1763712000082 implements MigrationInterface {
  /** Each table by itself, as it is locked for a moment: every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [STAMP, ...TABLES.map(stamped)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [...TABLES.map(unstamped), 'DROP FUNCTION IF EXISTS stamp_author()']);
  }
}

/** One statement to PostgreSQL: the column is not without its triggers. */
function stamped(table: string): string {
  return [`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS updated_by uuid`, ...authorStamps(table)].join(';');
}

function unstamped(table: string): string {
  return `
    DROP TRIGGER IF EXISTS ${table}_added_by ON ${table};
    DROP TRIGGER IF EXISTS ${table}_updated_by ON ${table};
    ALTER TABLE ${table} DROP COLUMN IF EXISTS updated_by`;
}
