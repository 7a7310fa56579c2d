import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { BEGIN, CLAIM, EXTEND, NEXT_DUE, RELEASE } from './outbox-claim';
import type { LanedMessage } from './outbox-message';
import { afterPartitions } from './partitions';
import { deleteExpired, type SweepBatch } from './sweeps';

type MessageRow = LanedMessage & Record<string, unknown>;
type ClaimedRow = MessageRow & { readonly begun: boolean; readonly dead: boolean };

/** The number of messages that may be claimed of a family of lanes. */
export interface FamilyPlaces {
  readonly family: string;
  /** For each of its lanes. */
  readonly places: number;
  /** For all of them together. */
  readonly together: number;
  /** For one tenant in all of them. */
  readonly share: number;
  /** Whether messages are begun by the process that claims them, rather than put into a queue first. */
  readonly isBegun: boolean;
}

/** The number of messages that a tenant has under way in a lane. */
export interface Busy {
  readonly lane: string;
  /** The family whose places they take, or the name of its slow places. */
  readonly family: string;
  readonly tenantId: string;
  readonly messages: number;
}

/** What identifies one attempt at a message. */
export type Attempt = Pick<LanedMessage, 'tenantId' | 'id' | 'attempts'>;

export interface Claimed {
  /** To be handled here and now. */
  readonly begun: LanedMessage[];
  /** To be put into the queue of their lane. */
  readonly toQueue: LanedMessage[];
  /** Given up by this claim, as too many processes ended while handling them. */
  readonly dead: LanedMessage[];
}

/** The time after which messages of a dead process are claimed again. Leases are renewed while messages are under way. */
export const LEASE_SECONDS = 10;
/** The time after which a queued message is added again, which has no effect if it is still there. */
const QUEUED_LEASE_SECONDS = 15;

const MAX_ERROR_LENGTH = 500;
const RETENTION_DAYS = 7;
const DEAD_RETENTION = '90 days';

/** The outbox table as the relay uses it. */
@Injectable()
export class OutboxStore {
  constructor(private readonly database: Database) {}

  /** Claims due messages. @param leaseSeconds after which a message is due again if its process died. */
  async claim(
    families: readonly FamilyPlaces[],
    busy: readonly Busy[],
    takesSuspect: boolean,
    leaseSeconds = LEASE_SECONDS,
  ): Promise<Claimed> {
    const values = [
      families.map(({ family }) => family),
      families.map(({ places }) => places),
      families.map(({ together }) => together),
      families.map(({ share }) => share),
      families.map(({ isBegun }) => isBegun),
      busy.map(({ lane }) => lane),
      busy.map(({ tenantId }) => tenantId),
      busy.map(({ messages }) => messages),
      busy.map(({ family }) => family),
      takesSuspect,
      leaseSeconds,
      QUEUED_LEASE_SECONDS,
    ];
    const rows = await this.database.runAsSystem(() => this.database.query<ClaimedRow>(CLAIM, values));
    rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      dead: rows.filter(({ dead }) => dead),
      begun: rows.filter(({ begun }) => begun),
      toQueue: rows.filter(({ begun, dead }) => !begun && !dead),
    };
  }

  /** Milliseconds until the next message of any lane is due: negative if it is overdue; null if there is none. */
  async nextDueMs(): Promise<number | null> {
    const [next] = await this.database.readAsSystem<{ ms: number | null }>(NEXT_DUE);
    return next?.ms ?? null;
  }

  /** Begins a message from a queue; null if it is settled, or another attempt was made. */
  async begin(tenantId: string, id: string, attempts: number): Promise<LanedMessage | null> {
    const [row] = await this.database.write<MessageRow>(tenantId, BEGIN, [tenantId, id, attempts, LEASE_SECONDS]);
    return row ?? null;
  }

  /** Renews leases. Messages settled meanwhile are left alone. */
  async extend(messages: readonly LanedMessage[], leaseSeconds = LEASE_SECONDS): Promise<void> {
    await this.database.runAsSystem(() => this.database.query(EXTEND, [...keysOf(messages), leaseSeconds]));
  }

  /** Gives back messages that were taken and not settled. */
  async release(messages: readonly Attempt[]): Promise<void> {
    if (messages.length === 0) return;
    await this.database.runAsSystem(() => this.database.query(RELEASE, keysOf(messages)));
  }

  /** Completes a message with the commit of the current transaction. */
  async complete({ tenantId, id }: LanedMessage): Promise<void> {
    await this.database.withCommit(
      'UPDATE outbox_messages SET completed_at = now(), last_error = NULL WHERE tenant_id = $1 AND id = $2',
      [tenantId, id],
    );
  }

  /**
   * Schedules the next attempt, or gives the message up if there is none. Has no effect if another process took the
   * message meanwhile.
   */
  async fail({ tenantId, id, attempts }: LanedMessage, error: string, retryInSeconds: number | null): Promise<void> {
    await this.database.write(
      tenantId,
      `UPDATE outbox_messages
          SET last_error = $4, dead_at = CASE WHEN $5::float8 IS NULL THEN now() END, begun_at = NULL, lost = 0,
              available_at = now() + make_interval(secs => coalesce($5::float8, 0))
        WHERE tenant_id = $1 AND id = $2 AND attempts = $3 AND completed_at IS NULL AND dead_at IS NULL`,
      [tenantId, id, attempts, error.slice(0, MAX_ERROR_LENGTH), retryInSeconds],
    );
  }

  /** Deletes messages that were completed more than a week ago and did not go with the others of their week. */
  sweepCompleted(): Promise<SweepBatch> {
    const after = afterPartitions(RETENTION_DAYS);
    return deleteExpired(this.database, { table: 'outbox_messages', since: 'completed_at', after });
  }

  /** Deletes dead letters after 90 days. */
  sweepDead(): Promise<SweepBatch> {
    return deleteExpired(this.database, { table: 'outbox_messages', since: 'dead_at', after: DEAD_RETENTION });
  }
}

function keysOf(messages: readonly Attempt[]): unknown[] {
  return [
    messages.map(({ tenantId }) => tenantId),
    messages.map(({ id }) => id),
    messages.map(({ attempts }) => attempts),
  ];
}
