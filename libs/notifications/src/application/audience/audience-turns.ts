import { Injectable } from '@nestjs/common';
import { Database, FairTurns } from '@libs/foundation';

/** A million members take some seconds. */
const LIMIT_SECONDS = 60;

/**
 * Each takes a connection for some seconds, so only a few run at once, and one of each tenant. Whoever would wait for
 * long may come again.
 */
const TURNS = { atOnce: 2, eachAtOnce: 1, eachWaiting: 8, waitMs: 20_000 };

/** Transactions that look at a whole audience. */
@Injectable()
export class AudienceTurns {
  private readonly turns = new FairTurns(TURNS);

  constructor(private readonly database: Database) {}

  /** @throws DependencyUnavailableError when others take too long. */
  take<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    return this.turns.take(tenantId, () =>
      this.database.run(tenantId, async () => {
        await this.database.extendLimits(LIMIT_SECONDS);
        return work();
      }),
    );
  }
}
