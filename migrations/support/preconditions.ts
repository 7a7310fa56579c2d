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
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::text::regclass
      AND r.ev_class <> d.refobjid`,
  `SELECT format('it is in the publication %I', p.pubname)
     FROM pg_publication_rel l JOIN pg_publication p ON p.oid = l.prpubid WHERE l.prrelid = $1::text::regclass`,
  // Its subscribers would get changes of partitions, of which they have no tables.
  `SELECT format('it is in the publication %I, which does not publish by publish_via_partition_root', p.pubname)
     FROM pg_publication p
    WHERE NOT p.pubviaroot
      AND (p.puballtables OR EXISTS (SELECT FROM pg_publication_namespace n JOIN pg_class c ON c.relnamespace = n.pnnspid
                                      WHERE n.pnpubid = p.oid AND c.oid = $1::text::regclass))`,
  `SELECT format('privileges are granted on its column %I', attname) FROM pg_attribute
    WHERE attrelid = $1::text::regclass AND attacl IS NOT NULL`,
  `SELECT format('it has the policy %I', polname) FROM pg_policy
    WHERE polrelid = $1::text::regclass AND polname <> 'tenant_wall'`,
  `SELECT format('its constraint %I is not valid: validate it', conname) FROM pg_constraint
    WHERE conrelid = $1::text::regclass AND NOT convalidated AND conname <> $1::text || '_before'`,
  `SELECT format('%s refers to it by %I, which is not valid: validate it', conrelid::regclass, conname) FROM pg_constraint
    WHERE confrelid = $1::text::regclass AND NOT convalidated`,
  `SELECT format('it has the statistics object %I', stxname) FROM pg_statistic_ext WHERE stxrelid = $1::text::regclass`,
  `SELECT format('it has the rule %I', rulename) FROM pg_rewrite WHERE ev_class = $1::text::regclass`,
  `SELECT format('it has storage parameters, which partitions to come would not have: %s', array_to_string(reloptions, ', '))
     FROM pg_class WHERE oid = $1::text::regclass AND reloptions IS NOT NULL`,
  `SELECT 'it has a replica identity, which partitions to come would not have' AS format
     FROM pg_class WHERE oid = $1::text::regclass AND relreplident <> 'd'`,
  `SELECT format('the body of the function %s is bound to it', d.objid::regprocedure) FROM pg_depend d
    WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::text::regclass`,
  // Functions of its rows are made anew.
  `SELECT format('%s depends on the function %s', pg_describe_object(d.classid, d.objid, d.objsubid), f.oid::regprocedure)
     FROM pg_class c
     JOIN pg_proc f ON c.reltype = ANY (f.prorettype || f.proargtypes::oid[])
     JOIN pg_depend d ON d.refclassid = 'pg_proc'::regclass AND d.refobjid = f.oid
    WHERE c.oid = $1::text::regclass`,
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
    // What a run before this one has divided had none.
    const isDivided = 'SELECT FROM pg_partitioned_table WHERE partrelid = $1::text::regclass';
    if (((await runner.query(isDivided, [name])) as []).length > 0) continue;
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
