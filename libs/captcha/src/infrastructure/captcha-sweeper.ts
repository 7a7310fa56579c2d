import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, Sweeps } from '@libs/foundation';
import { Transactions } from '@libs/kernel';

const BATCH = 5_000;
const TABLES = ['captcha_challenges', 'captcha_counters'] as const;

/** Clears away challenges that cannot be answered any more, and what no limit looks at. */
@Injectable()
export class CaptchaSweeper implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('captcha', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    for (const table of TABLES) {
      let cleared = BATCH;
      while (cleared === BATCH) cleared = await this.clear(table);
    }
  }

  /** @returns how many rows went. */
  private async clear(table: (typeof TABLES)[number]): Promise<number> {
    const rows = await this.transactions.runAsSystem(() =>
      this.database.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE expires_at < now() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING 1`,
      ),
    );
    return rows.length;
  }
}
