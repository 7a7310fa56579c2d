import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type SweepBatch, Sweeps } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { AccountChangeNoticeStore } from '../../infrastructure/history/account-change-notice-store';
import { ACCOUNT_CHANGE_MESSAGES } from './history.messages';

const BATCH = 500;

const TYPES = Object.values(ACCOUNT_CHANGE_MESSAGES).map(({ type }) => type);

/**
 * Sends notices again whose message was completed without delivering them: a worker of a version that does not know a
 * message's type completes it without notifying anyone. The notice counts; a delivered one is deleted.
 */
@Injectable()
export class UntoldAccountChanges implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly store: AccountChangeNoticeStore,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('iam.untold_account_changes', (position) => this.sweep(position ?? '-infinity'));
  }

  /** Each step begins where the previous one ended: messages may be completed in vain as fast as they are added. */
  private sweep(from: string): Promise<SweepBatch> {
    return this.transactions.runAsSystem(async () => {
      const notices = await this.store.lockUntold(TYPES, from, BATCH);
      await Promise.all(notices.map((notice) => this.outbox.add(new ACCOUNT_CHANGE_MESSAGES[notice.channel](notice))));
      const position = notices.at(-1)?.createdAt ?? from;
      return { rows: notices.length, full: notices.length === BATCH && position !== from, position };
    });
  }
}
