import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, Sweeps } from '@libs/foundation';

const TABLES = ['captcha_challenges', 'captcha_counters'] as const;

/** Deletes challenges that can no longer be answered, and counters that no limit reads. */
@Injectable()
export class CaptchaSweeper implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    for (const table of TABLES) {
      const expired = { table, since: 'expires_at', after: '0 days' };
      this.sweeps.register(`captcha.${table}`, () => deleteExpired(this.database, expired));
    }
  }
}
