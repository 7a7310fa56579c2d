import type { QueryRunner } from 'typeorm';
import { execute, waitingLong } from './tables';

interface Named {
  readonly name: string;
  readonly definition: string;
}

/** What belongs to a table and does not follow when another one takes its name. */
export interface Surroundings {
  /** Without those of constraints. */
  readonly indexes: readonly Named[];
  readonly primaryKey: Named;
  readonly foreignKeys: readonly Named[];
  /** The foreign keys of other tables. */
  readonly references: readonly (Named & { readonly table: string })[];
  readonly triggers: readonly Named[];
  /** Those that take or return its rows. */
  readonly functions: readonly (Named & { readonly roles: readonly string[]; readonly isLimited: boolean })[];
  readonly grants: readonly { readonly role: string; readonly privileges: string }[];
  /** Of its columns. */
  readonly comments: readonly Named[];
}

const INDEXES = `
  SELECT format('%I', i.relname) AS name, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') AS definition
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
   WHERE x.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u'))
   ORDER BY 1`;

const constraints = (type: 'p' | 'f') => `
  SELECT format('%I', conname) AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
   WHERE conrelid = $1::regclass AND contype = '${type}' ORDER BY 1`;

const REFERENCES = `
  SELECT format('%I', conname) AS name, pg_get_constraintdef(oid) AS definition, conrelid::regclass::text AS table FROM pg_constraint
   WHERE confrelid = $1::regclass AND contype = 'f' AND conparentid = 0 ORDER BY 1`;

const TRIGGERS = `
  SELECT format('%I', tgname) AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
   WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY 1`;

const FUNCTIONS = `
  SELECT p.oid::regprocedure::text AS name, pg_get_functiondef(p.oid) AS definition, p.proacl IS NOT NULL AS "isLimited",
         ARRAY(SELECT a.grantee::regrole::text FROM aclexplode(p.proacl) a WHERE a.grantee NOT IN (0, p.proowner)) AS roles
    FROM pg_proc p
   WHERE (SELECT reltype FROM pg_class WHERE oid = $1::regclass) = ANY (p.prorettype || p.proargtypes::oid[])
   ORDER BY 1`;

const GRANTS = `
  SELECT a.grantee::regrole::text AS role, string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type) AS privileges
    FROM pg_class c, aclexplode(c.relacl) a
   WHERE c.oid = $1::regclass AND a.grantee NOT IN (0, c.relowner) GROUP BY 1 ORDER BY 1`;

const COMMENTS = `
  SELECT attname AS name, quote_literal(col_description(attrelid, attnum)) AS definition FROM pg_attribute
   WHERE attrelid = $1::regclass AND attnum > 0 AND col_description(attrelid, attnum) IS NOT NULL ORDER BY 1`;

export async function surroundingsOf(runner: QueryRunner, table: string): Promise<Surroundings> {
  const read = <Row>(text: string): Promise<Row[]> => runner.query(text, [table]) as Promise<Row[]>;
  const [primaryKey] = await read<Named>(constraints('p'));
  if (!primaryKey) throw new Error(`${table} has no primary key`);
  return {
    primaryKey,
    indexes: await read(INDEXES),
    foreignKeys: await read(constraints('f')),
    references: await read(REFERENCES),
    triggers: await read(TRIGGERS),
    functions: await read(FUNCTIONS),
    grants: await read(GRANTS),
    comments: await read(COMMENTS),
  };
}

/** Takes away what could not stay, while the table has its name. */
export function withdrawn(table: string, { references, triggers, functions }: Surroundings): string[] {
  return [
    ...references.map((key) => `ALTER TABLE ${key.table} DROP CONSTRAINT ${key.name}`),
    ...triggers.map(({ name }) => `DROP TRIGGER ${name} ON ${table}`),
    ...functions.map(({ name }) => `DROP FUNCTION ${name}`),
  ];
}

/** Gives it back, to the table that has the name by now. References are to be validated. */
export function restored(table: string, { references, triggers, functions, grants }: Surroundings): string[] {
  return [
    ...functions.flatMap(({ name, definition, roles, isLimited }) => [
      definition,
      ...(isLimited ? [`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`] : []),
      ...roles.map((role) => `GRANT EXECUTE ON FUNCTION ${name} TO ${role}`),
    ]),
    ...triggers.map(({ definition }) => definition),
    ...grants.map(({ role, privileges }) => `GRANT ${privileges} ON ${table} TO ${role}`),
    ...references.map((key) => `ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${key.definition} NOT VALID`),
  ];
}

/** Validates what refers to the table, without a lock for which its readers or writers wait. */
export async function validateReferences(runner: QueryRunner, table: string): Promise<void> {
  const keys = (await runner.query(
    `SELECT format('%I', conname) AS name, conrelid::regclass::text AS table FROM pg_constraint
      WHERE confrelid = $1::regclass AND contype = 'f' AND NOT convalidated AND conparentid = 0`,
    [table],
  )) as { name: string; table: string }[];
  const validations = keys.map((key) => `ALTER TABLE ${key.table} VALIDATE CONSTRAINT ${key.name}`);
  await execute(runner, waitingLong(validations));
}
