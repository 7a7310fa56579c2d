import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from './database';

/** The connection pool of this process, in numbers of connections. */
export interface PoolStatus {
  /** The maximum. */
  readonly size: number;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The part of the driver's pool that is read. */
interface Pool {
  readonly options: { readonly max: number };
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The state of the database, for operators. */
@Injectable()
export class DatabaseStatus {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
  ) {}

  get pool(): PoolStatus {
    const { master } = this.dataSource.driver as unknown as { master: Pool };
    const { options, totalCount: open, idleCount: idle, waitingCount: waiting } = master;
    return { size: options.max, open, idle, waiting };
  }

  /** The version of the server, and the names of the applied migrations in their order. */
  async read(): Promise<{ version: string; migrations: string[] }> {
    const rows = await this.database.readAsSystem<{ version: string; name: string | null }>(
      `SELECT current_setting('server_version') AS version, m.name
         FROM (VALUES (1)) one LEFT JOIN schema_migrations m ON true ORDER BY m.timestamp`,
    );
    return {
      version: rows[0]?.version ?? '',
      migrations: rows.map(({ name }) => name).filter((name) => name !== null),
    };
  }
}
