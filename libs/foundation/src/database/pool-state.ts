import type pg from 'pg';
import type { DataSource } from 'typeorm';

/** The connections of a pool, and how many callers wait for one. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

export function poolState(dataSource: DataSource): PoolState {
  const { master } = dataSource.driver as unknown as { readonly master: pg.Pool };
  const { totalCount, idleCount: idle, waitingCount: waiting } = master;
  return { used: totalCount - idle, idle, waiting };
}
