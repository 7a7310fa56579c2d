import { DataSource, type QueryRunner } from 'typeorm';
import { inheritedNames, ofFirst } from './index-names';
import { inShortTurn } from './short-turns';
import { restored, type Surroundings, surroundingsOf, validateReferences, withdrawn } from './surroundings';
import { buildConcurrently, execute, tenantWall, waitingLong } from './tables';

const DAY = 86_400_000;
/** For so long at least all rows are in one partition, so that the version before can go on, or come back. */
const ROLLOUT_DAYS = 35;
/** Of taking back what would refuse rows one day: an hour. */
const TURNS_OF_WITHDRAWAL = 5_000;

/** A table whose rows are divided by time, or by numbers. Its row of `partitioned_tables` says how. */
export interface PartitionedTable {
  readonly name: string;
  /** The column by which rows are divided. */
  readonly key: string;
  /** UUIDs of version 7 begin with their time. */
  readonly kind: 'uuid' | 'time' | 'number';
  /** Of a partition, in days or numbers. */
  readonly width: number;
  /** How far beyond the present there have to be partitions, in days or numbers. */
  readonly ahead: number;
  /** SQL for how far the rows have come, where it is not the present. */
  readonly reached?: string;
  /** For how many days after its end a partition is kept; without, for ever. */
  readonly keptDays?: number;
  /**
   * Queries for the places of rows that stay when the partition `%1$I` is dropped, each by an index: $1 is the time, $2 and
   * $3 are its bounds.
   */
  readonly survivors?: readonly string[];
  /** The table whose partition of the same time is dropped before. */
  readonly follows?: string;
  /** With the key, where it was without. */
  readonly primaryKey?: { readonly before: string; readonly now: string };
  /** A foreign key that ends, with what it says, and a statement that deletes what it would not have allowed. */
  readonly formerKey?: { readonly name: string; readonly definition: string; readonly withoutIt: string };
}

/** The row that says how a table is divided. */
export async function register(runner: QueryRunner, table: PartitionedTable): Promise<void> {
  const unit = table.kind === 'number' ? 1 : DAY;
  await runner.query(
    `INSERT INTO partitioned_tables (name, key, kind, width, ahead, reached, kept, survivors, follows)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      ...[table.name, table.key, table.kind, table.width * unit, table.ahead * unit, table.reached ?? null],
      ...[table.keptDays === undefined ? null : table.keptDays * DAY, table.survivors ?? null, table.follows ?? null],
    ],
  );
}

/**
 * Divides a table. What it has is its first partition, up to an end that is far enough ahead for all that comes during a
 * rollout: until then no two rows have the same `ctid`. Nothing is copied and nothing is read under a lock.
 *
 * @param besides what is to happen in the same transaction, and may have happened before.
 */
export async function partition(
  runner: QueryRunner,
  table: PartitionedTable,
  besides: readonly string[],
): Promise<void> {
  if (!(await isPartitioned(runner, table.name))) {
    try {
      const end = await prepare(runner, table);
      await inShortTurn(runner, { table: table.name }, async () => {
        await divide(runner, table, end);
        await execute(runner, besides);
      });
    } catch (error) {
      await withdraw(runner, table).catch((failure: unknown) => {
        throw new AggregateError(
          [error, failure],
          `${table.name} could not be divided, and takes no rows of later weeks: run the migration again before they come`,
        );
      });
      throw error;
    }
  }
  await validateReferences(runner, table.name);
}

/** What takes long, in steps that nobody waits for. @returns where the first partition ends. */
async function prepare(runner: QueryRunner, table: PartitionedTable): Promise<string> {
  const { name, key, primaryKey } = table;
  if (primaryKey && !(await hasValidIndex(runner, `${name}_next_key`))) {
    await execute(runner, buildConcurrently({ [`${name}_next_key`]: `${name} (${primaryKey.now})` }, 'UNIQUE INDEX'));
  }
  const proven = await provenEnd(runner, table);
  if (proven !== undefined) return proven;
  const end = await endOfFirst(runner, table);
  await inShortTurn(runner, { table: name }, () =>
    execute(runner, [
      `ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS ${name}_before`,
      `CREATE TABLE IF NOT EXISTS ${name}_default (LIKE ${name} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
    ]),
  );
  // Such as ids that have no time. There are none where the product alone has written.
  await runner.query(
    `WITH moved AS (DELETE FROM ${name} WHERE ${key} >= '${end}' RETURNING *) INSERT INTO ${name}_default SELECT * FROM moved`,
  );
  await inShortTurn(runner, { table: name }, () =>
    runner.query(`ALTER TABLE ${name} ADD CONSTRAINT ${name}_before CHECK (${key} < '${end}') NOT VALID`),
  );
  await execute(runner, waitingLong([`ALTER TABLE ${name} VALIDATE CONSTRAINT ${name}_before`]));
  return end;
}

/** The end of a run that was killed when it had read the whole table, if that is still far enough ahead. */
async function provenEnd(runner: QueryRunner, { name, kind, width }: PartitionedTable): Promise<string | undefined> {
  const [row] = (await runner.query(
    `SELECT b.bound[1] AS end
       FROM partitioned_tables t
       JOIN pg_constraint k ON k.conrelid = to_regclass(t.name) AND k.conname = t.name || '_before' AND k.convalidated
      CROSS JOIN LATERAL regexp_match(pg_get_constraintdef(k.oid), $r$ < '?([^')]+)$r$) AS b (bound)
      WHERE t.name = $1 AND to_regclass(t.name || '_default') IS NOT NULL
        AND partition_place(t.kind, b.bound[1]) >= partition_reached(t.name, now()) + $2::bigint`,
    [name, leadOf({ kind, width })],
  )) as { end: string }[];
  return row?.end;
}

async function hasValidIndex(runner: QueryRunner, index: string): Promise<boolean> {
  const rows = (await runner.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid', [
    index,
  ])) as [];
  return rows.length > 0;
}

/**
 * After a failure the table takes all rows again, and has all that it had. An index that was built stays. On a connection of
 * its own, as the other one may be what failed.
 */
async function withdraw({ dataSource }: QueryRunner, { name }: PartitionedTable): Promise<void> {
  const source = await new DataSource(dataSource.options).initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query(`SELECT set_config('app.system', 'on', false)`);
    await inShortTurn(runner, { table: name, most: TURNS_OF_WITHDRAWAL }, async () => {
      // Its answer to the last commit may have been lost.
      if (await isPartitioned(runner, name)) return;
      await runner.query(`ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS ${name}_before`);
      const [aside] = (await runner.query('SELECT to_regclass($1)::text AS name', [`${name}_default`])) as [
        { name: string | null },
      ];
      if (aside.name === null) return;
      await execute(runner, [`INSERT INTO ${name} SELECT * FROM ${aside.name}`, `DROP TABLE ${aside.name}`]);
    });
    await runner.release();
  } finally {
    await source.destroy();
  }
}

async function divide(runner: QueryRunner, table: PartitionedTable, end: string): Promise<void> {
  const { name, key, primaryKey, formerKey } = table;
  const first = `${name}_first`;
  await runner.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  const around = await surroundingsOf(runner, name);
  const primary = primaryKey ? `PRIMARY KEY (${primaryKey.now})` : around.primaryKey.definition;
  const kept = around.foreignKeys.filter((foreign) => foreign.name !== formerKey?.name);
  await execute(runner, [
    ...withdrawn(name, around),
    ...(formerKey ? [`ALTER TABLE ${name} DROP CONSTRAINT ${formerKey.name}`] : []),
    `ALTER TABLE ${name} RENAME TO ${first}`,
    ...namesOf(around).map((index) => `ALTER INDEX ${index} RENAME TO ${ofFirst(index, name, first)}`),
    ...(primaryKey
      ? [
          `ALTER TABLE ${first} DROP CONSTRAINT ${ofFirst(around.primaryKey.name, name, first)}`,
          `ALTER TABLE ${first} ADD CONSTRAINT ${first}_pkey PRIMARY KEY USING INDEX ${first}_next_key`,
        ]
      : []),
    `CREATE TABLE ${name} (LIKE ${first} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS)
       PARTITION BY RANGE (${key})`,
    `ALTER TABLE ${name} DROP CONSTRAINT ${name}_before`,
    `ALTER TABLE ${name} ADD CONSTRAINT ${around.primaryKey.name} ${primary}`,
    ...around.indexes.filter((index) => index.name !== `${name}_next_key`).map(({ definition }) => definition),
    ...kept.map((foreign) => `ALTER TABLE ${name} ADD CONSTRAINT ${foreign.name} ${foreign.definition}`),
    ...tenantWall(name),
    ...tenantWall(`${name}_default`),
    ...restored(name, around),
    ...around.grants.map(({ role }) => `REVOKE ALL ON ${first} FROM ${role}`),
    ...around.comments.map((column) => `COMMENT ON COLUMN ${first}.${column.name} IS NULL`),
    `ALTER TABLE ${name} ATTACH PARTITION ${first} FOR VALUES FROM (MINVALUE) TO ('${end}')`,
    `ALTER TABLE ${first} DROP CONSTRAINT ${name}_before`,
    `ALTER TABLE ${name} ATTACH PARTITION ${name}_default DEFAULT`,
  ]);
}

/** Makes one table of all partitions. What came after the first end is copied meanwhile, and everybody waits. */
export async function unite(runner: QueryRunner, table: PartitionedTable): Promise<void> {
  const { name, primaryKey } = table;
  if (await isPartitioned(runner, name)) {
    const first = `${name}_first`;
    if (primaryKey && (await exists(runner, first)) && !(await hasValidIndex(runner, `${first}_next_key`))) {
      const index = { [`${first}_next_key`]: `${first} (${primaryKey.before})` };
      await execute(runner, buildConcurrently(index, 'UNIQUE INDEX'));
    }
    await inShortTurn(runner, { table: name }, () => join(runner, table));
  }
}

/** What nobody waits for, once all are united. A key that is there lets no more come of what it does not allow. */
export async function validate(runner: QueryRunner, { name, formerKey }: PartitionedTable): Promise<void> {
  if (formerKey) {
    await runner.query(formerKey.withoutIt);
    await execute(runner, waitingLong([`ALTER TABLE ${name} VALIDATE CONSTRAINT ${formerKey.name}`]));
  }
  await validateReferences(runner, name);
}

async function join(runner: QueryRunner, table: PartitionedTable): Promise<void> {
  const { name, primaryKey, formerKey } = table;
  const first = `${name}_first`;
  await runner.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  const around = await surroundingsOf(runner, name);
  const hasFirst = await exists(runner, first);
  const inherited = await inheritedNames(runner, first);
  await execute(runner, [
    ...withdrawn(name, around),
    hasFirst
      ? `ALTER TABLE ${name} DETACH PARTITION ${first}`
      : `CREATE TABLE ${first} (LIKE ${name} INCLUDING DEFAULTS INCLUDING CONSTRAINTS, ${around.primaryKey.definition})`,
    ...(hasFirst ? [] : tenantWall(first)),
    `INSERT INTO ${first} SELECT * FROM ${name}`,
    `DROP TABLE ${name}`,
    `ALTER TABLE ${first} RENAME TO ${name}`,
  ]);
  const left = await surroundingsOf(runner, name);
  const renamed = hasFirst ? inherited : new Map([[around.primaryKey.name, left.primaryKey.name]]);
  const foreign = new Set(left.foreignKeys.map((one) => one.name));
  await execute(runner, [
    ...[...renamed].map(([to, from]) => `ALTER INDEX ${from} RENAME TO ${to}`),
    ...around.indexes.filter((index) => !renamed.has(index.name)).map(({ definition }) => definition),
    ...around.foreignKeys
      .filter((one) => !foreign.has(one.name))
      .map((one) => `ALTER TABLE ${name} ADD CONSTRAINT ${one.name} ${one.definition}`),
    ...(primaryKey
      ? [
          `ALTER TABLE ${name} DROP CONSTRAINT ${name}_pkey`,
          hasFirst
            ? `ALTER TABLE ${name} ADD CONSTRAINT ${name}_pkey PRIMARY KEY USING INDEX ${first}_next_key`
            : `ALTER TABLE ${name} ADD CONSTRAINT ${name}_pkey PRIMARY KEY (${primaryKey.before})`,
        ]
      : []),
    ...(formerKey ? [`ALTER TABLE ${name} ADD CONSTRAINT ${formerKey.name} ${formerKey.definition} NOT VALID`] : []),
    ...around.comments.map((column) => `COMMENT ON COLUMN ${name}.${column.name} IS ${column.definition}`),
    ...restored(name, around),
  ]);
}

function namesOf({ primaryKey, indexes }: Surroundings): string[] {
  return [primaryKey.name, ...indexes.map(({ name }) => name)];
}

async function isPartitioned(runner: QueryRunner, table: string): Promise<boolean> {
  const rows = (await runner.query(`SELECT FROM pg_partitioned_table WHERE partrelid = $1::regclass`, [table])) as [];
  return rows.length > 0;
}

async function exists(runner: QueryRunner, table: string): Promise<boolean> {
  const rows = (await runner.query('SELECT WHERE to_regclass($1) IS NOT NULL', [table])) as [];
  return rows.length > 0;
}

/** How far ahead the first partition ends at least: half of one, where they are not of time. */
function leadOf({ kind, width }: Pick<PartitionedTable, 'kind' | 'width'>): number {
  return kind === 'number' ? width / 2 : ROLLOUT_DAYS * DAY;
}

/** The first boundary that is so far ahead. */
async function endOfFirst(runner: QueryRunner, { name, kind, width }: PartitionedTable): Promise<string> {
  const [row] = (await runner.query(
    `SELECT partition_bound(t.kind, partition_start(t, partition_reached(t.name, now()) + $2::bigint - 1) + t.width) AS end
       FROM partitioned_tables t WHERE t.name = $1`,
    [name, leadOf({ kind, width })],
  )) as { end: string }[];
  if (!row) throw new Error(`${name} is not registered`);
  return row.end;
}
