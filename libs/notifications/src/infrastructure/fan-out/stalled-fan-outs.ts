import { Injectable } from '@nestjs/common';
import { Database, isNotPaused } from '@libs/foundation';
import { INBOX_YEARS } from '../../domain/inbox/time-in-inbox';
import { idAt } from '../inbox/publication-ids';

/** A message of the outbox that has not been handled in this time is late, or was given up. */
const STILL_FOR = '10 minutes';
/** As long as the outbox keeps what was given up. */
const LOOKED_BACK = '90 days';
const BATCH = 500;

interface StalledFanOut {
  readonly tenantId: string;
  readonly appId: string;
  readonly id: string;
}

interface StalledBatch {
  readonly items: readonly StalledFanOut[];
  readonly full: boolean;
}

/** Those that are taken are left alone for a while, however many processes look. */
const take = (which: string) => `
  UPDATE notification_fan_outs f SET moved_at = now()
    FROM (${which}) s
   WHERE f.tenant_id = s.tenant_id AND f.message_id = s.message_id
  RETURNING f.tenant_id AS "tenantId", f.app_id AS "appId", f.message_id AS id`;

const STOOD_STILL = `f.moved_at < now() - interval '${STILL_FOR}'`;

/** What waits behind a pause stands still, and its message still waits: another at each look would pile up. */
const MAY_MOVE = {
  fanOut: isNotPaused('f.tenant_id', `'notifications.fan_out'`),
  withdrawal: isNotPaused('f.tenant_id', `'default'`),
} as const;

const UNFINISHED = `
  SELECT f.tenant_id, f.message_id FROM notification_fan_outs f
   WHERE f.finished_at IS NULL AND ${STOOD_STILL} AND ${MAY_MOVE.fanOut}
   LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/** Kept for as long as inboxes keep things. */
const TOO_OLD = `
  SELECT f.tenant_id, f.message_id FROM notification_fan_outs f
   WHERE f.withdrawn_at IS NULL AND f.publication_id < ${idAt(`now() - interval '${INBOX_YEARS} years'`)} AND ${STOOD_STILL}
     AND ${MAY_MOVE.withdrawal}
   ORDER BY f.publication_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/** Each looked up by its key. */
const since = (column: string) => `
  SELECT s.tenant_id, s.message_id
    FROM notification_messages m
   CROSS JOIN LATERAL (
     SELECT f.tenant_id, f.message_id FROM notification_fan_outs f
      WHERE f.tenant_id = m.tenant_id AND f.message_id = m.id AND f.withdrawn_at IS NULL AND ${STOOD_STILL}
        AND ${MAY_MOVE.withdrawal} FOR UPDATE SKIP LOCKED) s
   WHERE m.${column} < now() - interval '${STILL_FOR}' AND m.${column} > now() - interval '${LOOKED_BACK}'
     AND m.status = 'published'
   ORDER BY m.${column} LIMIT ${BATCH}`;

/** What was begun, or should have been, and does not come on: its message in the outbox was given up. */
@Injectable()
export class StalledFanOuts {
  constructor(private readonly database: Database) {}

  unfinished(): Promise<StalledBatch> {
    return this.take([UNFINISHED]);
  }

  /** Recalled or expired, or older than inboxes keep things, and still there. */
  standing(): Promise<StalledBatch> {
    return this.take([TOO_OLD, since('recalled_at'), since('expires_at')]);
  }

  private async take(sources: readonly string[]): Promise<StalledBatch> {
    const batches: StalledFanOut[][] = [];
    for (const source of sources) {
      batches.push(await this.taken(source));
    }
    return { items: batches.flat(), full: batches.some(({ length }) => length === BATCH) };
  }

  private taken(source: string): Promise<StalledFanOut[]> {
    return this.database.runAsSystem(() => this.database.query<StalledFanOut & Record<string, unknown>>(take(source)));
  }
}
