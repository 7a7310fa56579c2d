import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, Sweeps } from '@libs/foundation';

const RETENTION = '30 days';

/** A delivery that was asked for later may still need its event, as one that is kept needs its endpoint. */
const unneeded = (table: string, column: string) =>
  `NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.tenant_id = ${table}.tenant_id AND d.${column} = ${table}.id)`;

/** Deletes what was delivered, and what was to be. */
@Injectable()
export class WebhookSweeps implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const sweep = (name: string, table: string, since: string, condition = 'true') =>
      this.sweeps.register(name, () => deleteExpired(this.database, { table, since, after: RETENTION, condition }));
    sweep('webhooks.deliveries', 'webhook_deliveries', 'created_at');
    sweep('webhooks.events', 'webhook_events', 'created_at', unneeded('webhook_events', 'event_id'));
    sweep('webhooks.endpoints', 'webhook_endpoints', 'deleted_at', unneeded('webhook_endpoints', 'endpoint_id'));
  }
}
