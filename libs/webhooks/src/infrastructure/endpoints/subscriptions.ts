import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';
import { ALL_EVENTS } from '../../domain/events/catalogue';

interface Subscription {
  readonly id: string;
  readonly eventTypes: readonly string[];
}

const SELECT_ALL = `
  SELECT id, event_types AS "eventTypes" FROM webhook_endpoints WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY id`;

const MAX_BYTES = 4 * 1024 * 1024;
const BYTES_PER_TENANT = 400;
const BYTES_PER_ENDPOINT = 200;
const BYTES_PER_TYPE = 60;

/** Which endpoints are to hear of what: known, so that events that nobody wants to hear of cost no statement. */
@Injectable()
export class Subscriptions {
  private readonly ofTenants: InvalidatedCache<readonly Subscription[]>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.ofTenants = new InvalidatedCache(feed, { subject: 'webhook_endpoints', maxBytes: MAX_BYTES, sizeOf });
  }

  /** The ids of the endpoints that subscribe to the type, disabled ones included. */
  async to(tenantId: string, type: string): Promise<string[]> {
    const read = () => this.database.read<Subscription & Record<string, unknown>>(tenantId, SELECT_ALL, [tenantId]);
    const all = (await this.ofTenants.get(tenantId, '', read)) ?? [];
    return all
      .filter(({ eventTypes }) => eventTypes.includes(ALL_EVENTS) || eventTypes.includes(type))
      .map(({ id }) => id);
  }
}

function sizeOf(subscriptions: readonly Subscription[]): number {
  return subscriptions.reduce(
    (bytes, { eventTypes }) => bytes + BYTES_PER_ENDPOINT + eventTypes.length * BYTES_PER_TYPE,
    BYTES_PER_TENANT,
  );
}
