import type { QueryRunner } from 'typeorm';
import type { PartitionedTable } from './partitions';

/** Each is a sentence about a table ($1) that cannot be divided as it is; $2 is its key. */
const OBSTACLES: readonly string[] = [
  `SELECT format('it has the index %I, which is not valid: drop it or build it anew', i.relname)
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indrelid = $1::text::regclass AND NOT x.indisvalid AND i.relname <> $1::text || '_next_key'`,
  `SELECT format('it has the unique index %I, which does not contain %I', i.relname, $2::text)
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indrelid = $1::text::regclass AND x.indisunique AND NOT x.indisprimary AND i.relname <> $1::text || '_next_key'
      AND NOT EXISTS (SELECT FROM pg_attribute a
                       WHERE a.attrelid = x.indrelid AND a.attname = $2::text
                         AND a.attnum = ANY ((x.indkey::int2[])[0:x.indnkeyatts - 1]))`,
  `SELECT format('it has the constraint %I', conname) FROM pg_constraint
    WHERE conrelid = $1::text::regclass AND contype IN ('u', 'x')`,
  `SELECT DISTINCT format('the view %s reads it', r.ev_class::regclass)
     FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::text::regclass`,
  `SELECT format('it is in the publication %I', p.pubname)
     FROM pg_publication_rel l JOIN pg_publication p ON p.oid = l.prpubid WHERE l.prrelid = $1::text::regclass`,
  `SELECT format('privileges are granted on its column %I', attname) FROM pg_attribute
    WHERE attrelid = $1::text::regclass AND attacl IS NOT NULL`,
  `SELECT format('it has the policy %I', polname) FROM pg_policy
    WHERE polrelid = $1::text::regclass AND polname <> 'tenant_wall'`,
];

/** What is made anew belongs to whoever makes it, and would be out of reach for the owner's functions. */
const OTHER_OWNERS = `
  SELECT format('it belongs to %I, and this is %I', pg_get_userbyid(relowner), current_user) FROM pg_class
   WHERE oid = $1::text::regclass AND pg_get_userbyid(relowner) <> current_user
   UNION ALL
  SELECT format('the function %s belongs to %I, and this is %I', oid::regprocedure, pg_get_userbyid(proowner), current_user)
    FROM pg_proc
   WHERE (SELECT reltype FROM pg_class WHERE oid = $1::text::regclass) = ANY (prorettype || proargtypes::oid[])
     AND pg_get_userbyid(proowner) <> current_user`;

/** @throws before anything is changed, with all that stands in the way of dividing the tables. */
export async function requireDivisible(runner: QueryRunner, tables: readonly PartitionedTable[]): Promise<void> {
  await requireOwner(runner, tables);
  const found: string[] = [];
  for (const { name, key } of tables) {
    for (const obstacle of OBSTACLES) {
      const values = obstacle.includes('$2') ? [name, key] : [name];
      found.push(...(await sentences(runner, name, obstacle, values)));
    }
  }
  refuse(found);
}

export async function requireOwner(runner: QueryRunner, tables: readonly PartitionedTable[]): Promise<void> {
  const found: string[] = [];
  for (const { name } of tables) found.push(...(await sentences(runner, name, OTHER_OWNERS, [name])));
  refuse(found);
}

async function sentences(
  runner: QueryRunner,
  table: string,
  question: string,
  values: readonly string[],
): Promise<string[]> {
  const rows = (await runner.query(question, [...values])) as { format: string }[];
  return rows.map(({ format }) => `${table}: ${format}`);
}

function refuse(found: readonly string[]): void {
  if (found.length > 0) throw new Error(`Partitions cannot be made, and nothing was changed. ${found.join('; ')}`);
}
