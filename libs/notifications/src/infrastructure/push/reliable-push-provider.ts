import { type Logger, reasonOf } from '@libs/foundation';
import type { PushNotification, PushOutcome, PushProvider } from '../../domain/push/push-provider';

/** What goes wrong on the way is an outcome, and what is this service's own fault is in the log. */
export class ReliablePushProvider implements PushProvider {
  constructor(
    private readonly provider: PushProvider,
    private readonly logger: Logger,
    private readonly names: { readonly app_id: string; readonly provider: string },
  ) {}

  get batchSize(): number {
    return this.provider.batchSize;
  }

  async send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    try {
      const outcomes = await this.provider.send(notifications);
      for (const reason of new Set(outcomes.flatMap(defectOf))) {
        this.logger.error({ ...this.names, reason }, 'a push provider refused a push for its form');
      }
      return outcomes;
    } catch (error) {
      this.logger.error({ ...this.names, reason: reasonOf(error) }, 'a push provider failed');
      return notifications.map(() => ({ kind: 'retry', afterSeconds: null, reason: 'failed' }));
    }
  }
}

function defectOf(outcome: PushOutcome): string[] {
  return outcome.kind === 'message_defect' ? [outcome.reason] : [];
}
