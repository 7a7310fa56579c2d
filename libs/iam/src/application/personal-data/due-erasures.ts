import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Logger, type SweepBatch, Sweeps } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { Users } from '../../infrastructure/accounts/users';
import { AccountDeletions } from '../../infrastructure/personal-data/account-deletions';
import { UserErasure } from '../../infrastructure/personal-data/user-erasure';
import { AccountErasure } from './account-erasure';

/** One sweep ends after this many, so that others get their turn. */
const MAX_AT_ONCE = 200;

type Outcome = { readonly userId: string; readonly failure: unknown } | 'erased' | 'none_due';

/** Erases the accounts whose grace period is over, each in its own transaction, so that a failure affects no other. */
@Injectable()
export class DueErasures implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly deletions: AccountDeletions,
    private readonly users: Users,
    private readonly accountErasure: AccountErasure,
    private readonly erasure: UserErasure,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('iam.account_erasures', () => this.sweep());
  }

  private async sweep(): Promise<SweepBatch> {
    const failed: string[] = [];
    let erased = 0;
    for (let count = 0; count < MAX_AT_ONCE; count++) {
      const outcome = await this.eraseNext(failed);
      if (outcome === 'none_due') break;
      if (outcome === 'erased') {
        erased += 1;
        continue;
      }
      failed.push(outcome.userId);
      this.logger.error({ user_id: outcome.userId, reason: String(outcome.failure) }, 'an account was not erased');
    }
    await this.transactions.runAsSystem(() => this.erasure.catchUp());
    return { rows: erased, full: erased === MAX_AT_ONCE };
  }

  private async eraseNext(except: readonly string[]): Promise<Outcome> {
    const attempt: { userId?: string } = {};
    try {
      return await this.transactions.runAsSystem(async () => {
        const due = await this.deletions.lockDue(except);
        if (!due) return 'none_due';
        attempt.userId = due.userId;
        await this.transactions.run(due.tenantId, async () => {
          await this.accountErasure.erase(await this.users.getForUpdate(due.tenantId, due.userId));
        });
        return 'erased';
      });
    } catch (failure) {
      if (attempt.userId === undefined) throw failure;
      return { userId: attempt.userId, failure };
    }
  }
}
