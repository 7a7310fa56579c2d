import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { NIL_UUID } from '@libs/kernel';
import type { AudienceFilter, AudienceMode } from '../../domain/audience/audience';
import type { NotificationScope } from '../../domain/notification-scope';
import type { Channel, MessageType } from '../../domain/preferences/notification-preferences';
import { type AudienceConditions, audienceConditions } from '../audience/audience-conditions';
import { DeliveryQueue } from '../deliveries/delivery-queue';
import { SHARD_OF_FAN_OUT, THIS_HOUR } from '../messages/statistics-rows';
import { FanOutTotals } from './fan-out-totals';
import { IN_KEY_ORDER, SLICE_END, sliceOf } from './walks';

interface PublicationRow {
  readonly publication_id: string;
  readonly published_at: Date;
  readonly position: string | null;
  readonly message_type: MessageType | null;
  readonly channels: Channel[];
  readonly mode: AudienceMode;
  readonly user_ids: string[];
  readonly filter: AudienceFilter;
  readonly is_over: boolean;
  readonly is_counted: boolean;
}

interface BatchRow {
  readonly position: string;
  /** By whichever channel. */
  readonly recipients: number;
  /** Who wants it, and not in the inbox. */
  readonly elsewhere: string[] | null;
  readonly is_finished: boolean;
}

/** Whoever ends a membership of the App shares it until that is committed. Before any row is locked. */
const LOCK_MEMBERSHIPS = `SELECT pg_advisory_xact_lock(hashtextextended('notification fan-outs ' || $1::text, 0))`;

/** Whoever has the row writes the batch: two processes never write the same one. */
const TAKE = `
  SELECT f.publication_id, f.position, m.published_at, m.message_type, m.channels, m.audience_mode AS mode,
         m.audience_user_ids AS user_ids, m.audience_filter AS filter,
         m.recalled_at IS NOT NULL OR coalesce(m.expires_at <= now(), false) AS is_over,
         f.total IS NOT NULL OR f.position IS NOT NULL AS is_counted
    FROM notification_fan_outs f
    JOIN notification_messages m ON m.tenant_id = f.tenant_id AND m.id = f.message_id
   WHERE f.tenant_id = $1 AND f.app_id = $2 AND f.message_id = $3 AND f.finished_at IS NULL
     FOR UPDATE OF f`;

const FINISH = `
  UPDATE notification_fan_outs SET finished_at = now(), moved_at = now() WHERE tenant_id = $1 AND message_id = $2`;

const FINISH_ALL = `
  UPDATE notification_fan_outs SET finished_at = now(), moved_at = now()
   WHERE tenant_id = $1 AND app_id = $2 AND finished_at IS NULL`;

/** Who joined later, left or is suspended now does not get it. */
const eligible = ({ meant, accepts }: AudienceConditions, more = '') => `
    SELECT m.user_id${more} FROM slice m
     WHERE m.status = 'active' AND m.joined_at <= $7
       AND ${meant}
       AND ${accepts}`;

/** Mostly whoever gets it has it in the inbox: then nothing stands between the slice and what is written. */
const inboxesOf = (conditions: AudienceConditions) =>
  conditions.inInbox === null
    ? {
        before: '',
        members: eligible(conditions),
        recipients: '(SELECT count FROM delivered)',
        elsewhere: 'NULL::uuid[]',
      }
    : {
        before: `eligible AS MATERIALIZED (${eligible(conditions, `, ${conditions.inInbox} AS in_app`)}), `,
        members: 'SELECT user_id FROM eligible WHERE in_app',
        recipients: '(SELECT count(*)::integer FROM eligible)',
        elsewhere: '(SELECT array_agg(user_id) FROM eligible WHERE NOT in_app)',
      };

const write = (slice: string, { before, members, recipients, elsewhere }: ReturnType<typeof inboxesOf>) => `
  WITH ${slice}, ${before}written AS (
    INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id)
    SELECT $1, $2, w.user_id, $6 FROM (${members}) w
    RETURNING 1
  ), delivered AS MATERIALIZED (
    SELECT count(*)::integer AS count FROM written
  ), told AS (
    INSERT INTO notification_statistics AS s (tenant_id, message_id, hour, shard, delivered)
    SELECT $1, $5, ${THIS_HOUR}, ${SHARD_OF_FAN_OUT}, count FROM delivered WHERE count > 0
    ON CONFLICT (tenant_id, message_id, hour, shard) DO UPDATE SET delivered = s.delivered + excluded.delivered
  )
  UPDATE notification_fan_outs f
     SET position = coalesce(e.through, f.position), recipients = f.recipients + r.count, moved_at = now(),
         finished_at = CASE WHEN e.seen < $4 THEN now() END
    FROM ${SLICE_END} e, (SELECT ${recipients} AS count) r
   WHERE f.tenant_id = $1 AND f.message_id = $5
  RETURNING f.position, r.count AS recipients, ${elsewhere} AS elsewhere, f.finished_at IS NOT NULL AS is_finished`;

/** Writes publications into inboxes, a batch of members at a time. */
@Injectable()
export class FanOutBatches {
  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveryQueue,
    private readonly totals: FanOutTotals,
  ) {}

  /**
   * Writes the next batch and how far that came, in one transaction: whatever ends the process, it happened once or not
   * at all. Before the first one the audience is counted.
   *
   * @param size how many memberships it looks at. @returns whether there may be more.
   */
  async next(scope: NotificationScope, messageId: string, size: number): Promise<boolean> {
    const left = await this.batch(scope, messageId, size, (publication) => publication.is_counted);
    if (typeof left === 'boolean') return left;
    const { message_type: messageType, channels, mode, user_ids: userIds, filter, published_at: publishedAt } = left;
    const audience = { mode, userIds, filter };
    await this.totals.count(scope, messageId, { messageType, channels, audience, publishedAt });
    return (await this.batch(scope, messageId, size, () => true)) !== false;
  }

  /** @returns the publication if it may not begin, else whether there may be more. */
  private batch(
    scope: NotificationScope,
    messageId: string,
    size: number,
    mayBegin: (publication: PublicationRow) => boolean,
  ): Promise<PublicationRow | boolean> {
    const { tenantId, appId } = scope;
    return this.database.run(tenantId, async () => {
      // Sent together: carried out one after the other, and not waited for twice.
      const [, [publication]] = await Promise.all([
        this.database.query(LOCK_MEMBERSHIPS, [appId]),
        this.database.query<PublicationRow>(TAKE, [tenantId, appId, messageId]),
      ]);
      if (!publication) return false;
      if (publication.is_over) {
        await this.database.query(FINISH, [tenantId, messageId]);
        return false;
      }
      if (!mayBegin(publication)) return publication;
      const batch = await this.write(scope, messageId, publication, size);
      const { publication_id: publicationId, message_type: messageType, channels, position: after } = publication;
      if (batch.recipients > 0) {
        const userIds = publication.mode === 'users' ? publication.user_ids : null;
        const elsewhere = batch.elsewhere ?? [];
        const slice = { ...scope, messageId, publicationId, messageType, channels, userIds, elsewhere };
        await this.deliveries.enqueue({ ...slice, after, through: batch.position });
      }
      return !batch.is_finished;
    });
  }

  /** Nobody is going to read it: the App is gone. Waits for the batch that is being written. */
  async finishAll({ tenantId, appId }: NotificationScope): Promise<void> {
    await this.database.write(tenantId, FINISH_ALL, [tenantId, appId]);
  }

  private async write(
    { tenantId, appId }: NotificationScope,
    messageId: string,
    publication: PublicationRow,
    size: number,
  ): Promise<BatchRow> {
    const { message_type: messageType, channels, mode, user_ids: userIds, filter } = publication;
    const isList = mode === 'users';
    // A list is walked itself: then nothing is left to be looked for in it.
    const audience = { mode: isList ? 'all_members' : mode, userIds: [], filter } as const;
    const conditions = audienceConditions({ messageType, channels, audience }, 8);
    const all = [
      ...[tenantId, appId, publication.position ?? NIL_UUID, size, messageId],
      ...[publication.publication_id, publication.published_at, ...conditions.values],
      ...(isList ? [userIds] : []),
    ];
    // Sent together, without waiting for the first.
    const [, rows] = await Promise.all([
      this.database.query(IN_KEY_ORDER),
      this.database.query<BatchRow>(write(sliceOf({ mode }, all.length), inboxesOf(conditions)), all),
    ]);
    const [batch] = rows;
    if (!batch) throw new Error('The fan-out has no row');
    return batch;
  }
}
