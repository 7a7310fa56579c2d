import type pg from 'pg';
import { cpuOfFamily, cpuOfProcess } from './processes';

/** What a piece of work has cost. CPU in microseconds, null of what runs on another machine. */
export interface Cost {
  readonly apis: number;
  readonly pooler: number | null;
  readonly postgres: number | null;
  /** Bytes of the write-ahead log. */
  readonly wal: number;
}

/** The processes of an installation. */
export interface Meters {
  readonly apis: readonly number[];
  readonly pooler: number | null;
  readonly postgres: number | null;
  /** A superuser, who is asked how long the write-ahead log is. */
  readonly client: pg.Client;
}

/** @returns what the work came to, and what each part of the installation spent meanwhile. */
export async function metered<T>(meters: Meters, work: () => Promise<T>): Promise<[T, Cost]> {
  const wal = await walPosition(meters.client);
  const before = spent(meters);
  const result = await work();
  const after = spent(meters);
  const since = (part: 'pooler' | 'postgres') =>
    before[part] === null || after[part] === null ? null : after[part] - before[part];
  return [
    result,
    {
      apis: after.apis - before.apis,
      pooler: since('pooler'),
      postgres: since('postgres'),
      wal: (await walPosition(meters.client)) - wal,
    },
  ];
}

function spent({ apis, pooler, postgres }: Meters) {
  return {
    apis: apis.reduce((sum, pid) => sum + cpuOfProcess(pid), 0),
    pooler: pooler === null ? null : cpuOfFamily(pooler),
    postgres: postgres === null ? null : cpuOfFamily(postgres),
  };
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`,
  );
  return rows[0]?.bytes ?? 0;
}
