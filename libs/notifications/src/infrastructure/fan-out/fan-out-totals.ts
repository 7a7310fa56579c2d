import { Injectable } from '@nestjs/common';
import { Database, Logger, reasonOf } from '@libs/foundation';
import type { AudienceSettings } from '../../domain/audience/audience';
import type { NotificationScope } from '../../domain/notification-scope';
import { audienceConditions } from '../audience/audience-conditions';

/** Millions of members take some seconds. Then it begins without the figure. */
const LIMIT_SECONDS = 30;

/** What a publication goes out to. */
export interface PublishedAudience extends AudienceSettings {
  /** Who joined later is not among them. */
  readonly publishedAt: Date;
}

/** How many members a fan-out is going to reach, so that its progress can be told. */
@Injectable()
export class FanOutTotals {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /**
   * Counts the audience once, before anything is written: one statement, without the locks of a batch. Nobody waits for a
   * figure that cannot be had in time.
   */
  async count(scope: NotificationScope, messageId: string, audience: PublishedAudience): Promise<void> {
    const { tenantId, appId } = scope;
    const { meant, accepts, values } = audienceConditions(audience, 5);
    const statement = `
      UPDATE notification_fan_outs f SET total = c.total, moved_at = now()
        FROM (SELECT count(*)::integer AS total FROM app_memberships m
               WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.status = 'active' AND m.joined_at <= $4
                 AND ${meant} AND ${accepts}) c
       WHERE f.tenant_id = $1 AND f.message_id = $3 AND f.total IS NULL`;
    try {
      await this.database.run(tenantId, async () => {
        await this.database.extendLimits(LIMIT_SECONDS);
        await this.database.query(statement, [tenantId, appId, messageId, audience.publishedAt, ...values]);
      });
    } catch (error) {
      this.logger.warn({ messageId, reason: reasonOf(error) }, 'the audience of a publication was not counted');
    }
  }
}
