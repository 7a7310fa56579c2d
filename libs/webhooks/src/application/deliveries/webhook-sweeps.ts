import { Injectable, type OnModuleInit } from '@nestjs/common';
import { afterPartitions, Database, deleteExpired, Sweeps } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { ANSWER_DAYS } from '../../domain/deliveries/delivery';
import { ReplayDue } from '../../domain/deliveries/delivery.events';
import { type ReplayRef, Replays } from '../../infrastructure/deliveries/replays';

const RETENTION_DAYS = 30;
/** Until then one whose message was lost goes on. */
const REPLAY_RETENTION = '1 day';

/** A delivery that was asked for later may still need its event, as one that is kept needs its endpoint. */
const unneeded = (table: string, column: string) =>
  `NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.tenant_id = ${table}.tenant_id AND d.${column} = ${table}.id)`;

/** Deletes what was delivered, and what was to be, and has replays go on whose message was lost. */
@Injectable()
export class WebhookSweeps implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly replays: Replays,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    const sweep = (name: string, table: string, since: string, after: string, condition = 'true') =>
      this.sweeps.register(name, () => deleteExpired(this.database, { table, since, after, condition }));
    sweep('webhooks.answers', 'webhook_answers', 'created_at', `${ANSWER_DAYS} days`);
    sweep('webhooks.replays', 'webhook_replays', 'created_at', REPLAY_RETENTION);
    // Those that did not go with the others of their week.
    const left = afterPartitions(RETENTION_DAYS);
    sweep('webhooks.old_deliveries', 'webhook_deliveries', 'created_at', left);
    sweep('webhooks.old_events', 'webhook_events', 'created_at', left, unneeded('webhook_events', 'event_id'));
    const ofEndpoint = unneeded('webhook_endpoints', 'endpoint_id');
    sweep('webhooks.endpoints', 'webhook_endpoints', 'deleted_at', `${RETENTION_DAYS} days`, ofEndpoint);
    const resume = (replay: ReplayRef) =>
      this.transactions.run(replay.tenantId, () => this.outbox.add(new ReplayDue(replay)));
    this.sweeps.registerEach('webhooks.lost_replays', () => this.replays.lost(), resume);
  }
}
