import type { QueryRunner } from 'typeorm';

/** The group role of the api and the worker; see docs/decisions/0002. */
const APPLICATION_ROLE = 'appkernel_app';

type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Runs statements one after the other. */
export async function execute(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runner.query(statement);
}

/**
 * Indexes by name, built concurrently: only outside a transaction, and repeatable. Building waits for the transactions
 * under way, without making others wait.
 */
export function buildConcurrently(
  indexes: Readonly<Record<string, string>>,
  kind: 'INDEX' | 'UNIQUE INDEX' = 'INDEX',
): string[] {
  const builds = Object.entries(indexes).flatMap(([name, definition]) => [
    `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
    `CREATE ${kind} CONCURRENTLY ${name} ON ${definition}`,
  ]);
  return waitingLong(builds);
}

/** For statements for whose locks no reader and no writer waits, while they wait for long transactions. */
export function waitingLong(statements: readonly string[]): string[] {
  return [`SET lock_timeout = '5min'`, ...statements, 'SET lock_timeout = 2000'];
}

/**
 * Forced row-level security for a table of tenants' rows: a transaction sees the rows of the tenant that it has named,
 * and none without one. `app.system` lifts it for the relay, sweeps and look-ups by id.
 */
export function tenantWall(table: string, column = 'tenant_id'): string[] {
  const condition = wallOf(column);
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY tenant_wall ON ${table} USING (${condition}) WITH CHECK (${condition})`,
  ];
}

const TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;

/**
 * A CASE, as PostgreSQL takes every second row to pass one, and of an OR with a setting one in two hundred: it would then
 * collect and sort all rows rather than read the first of them by an index.
 */
export function wallOf(column: string): string {
  return caseOf(column, TENANT);
}

/**
 * The same for a table of which statements count or read a row for each member: the tenant is looked up once a statement, as
 * doing it for each row takes five times as long as counting. A statement of few rows pays some microseconds for it.
 */
export function wallOfMany(column: string): string {
  return caseOf(column, `(SELECT ${TENANT})`);
}

function caseOf(column: string, tenant: string): string {
  return `CASE WHEN ${column} = ${tenant} THEN true ELSE current_setting('app.system', true) = 'on' END`;
}

/** Grants the application role the privileges that the code needs on a table, if that role exists. */
export function grant(table: string, privileges: readonly Privilege[]): string {
  return onlyWithApplicationRole(`GRANT ${privileges.join(', ')} ON ${table} TO ${APPLICATION_ROLE}`);
}

/** Leaves a function that acts as its owner to the application role: anybody may call a function otherwise. */
export function grantAlone(signature: string): string[] {
  return [
    `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`,
    onlyWithApplicationRole(`GRANT EXECUTE ON FUNCTION ${signature} TO ${APPLICATION_ROLE}`),
  ];
}

/** Announces changed rows to every process, on commit: `<subject>:<value of the column>`. */
export function changeTrigger(table: string, subject: string, column: string): string {
  return `CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION notify_change('${subject}', '${column}')`;
}

/** The same once per statement, without a value: for tables that change in bulk. */
export function bulkChangeTrigger(table: string, subject: string): string {
  return `CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION notify_change('${subject}')`;
}

/**
 * Has `updated_by` say whose change `updated_at` tells of, whatever a statement writes there. A change that leaves the time
 * and the version, such as of a counter, is nobody's.
 */
export function authorStamps(table: string): string[] {
  return [
    `CREATE OR REPLACE TRIGGER ${table}_added_by BEFORE INSERT ON ${table}
       FOR EACH ROW EXECUTE FUNCTION stamp_author()`,
    `CREATE OR REPLACE TRIGGER ${table}_updated_by BEFORE UPDATE ON ${table}
       FOR EACH ROW WHEN ((OLD.updated_at, OLD.lock_version) IS DISTINCT FROM (NEW.updated_at, NEW.lock_version))
       EXECUTE FUNCTION stamp_author()`,
  ];
}

/** Marks columns that contain personal data: erasing the person has to clear them. */
export function personal(table: string, columns: readonly string[]): string[] {
  return columns.map((column) => `COMMENT ON COLUMN ${table}.${column} IS 'personal'`);
}

export function notPersonal(table: string, columns: readonly string[]): string[] {
  return columns.map((column) => `COMMENT ON COLUMN ${table}.${column} IS NULL`);
}

export function onlyWithApplicationRole(statement: string): string {
  return `DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${APPLICATION_ROLE}') THEN ${statement}; END IF;
  END $$`;
}
