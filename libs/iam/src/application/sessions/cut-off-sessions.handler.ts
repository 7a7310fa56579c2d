import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { SessionsCutOff } from '../../domain/sessions/session.events';
import { SessionCutoffs, type SessionPosition } from '../../infrastructure/sessions/session-cutoffs';

/** Other messages of the lane have their turn after so many. */
const BATCHES = 20;

/** Writes the end of an App's sessions into their rows. They are unusable since the cutoff. */
@Handles('sessions.cut_off')
export class CutOffSessionsHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly cutoffs: SessionCutoffs,
  ) {}

  async handle({ tenantId, appId, data }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    const scope = { tenantId, appId };
    const reason = String(data['reason']);
    let position = data['after'] as SessionPosition | null;
    for (let count = 0; count < BATCHES; count++) {
      position = await this.cutoffs.mark(scope, reason, position);
      if (position === null) return;
    }
    const rest = new SessionsCutOff(scope, reason, position);
    await this.transactions.run(tenantId, () => this.outbox.add(rest));
  }
}
