import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Membership } from '../preferences/preference-store';
import { FOUND_OUTSIDE } from './outside-statements';
import { VISIBLE } from './publication-ids';
import { DISPLAY_NAME, inLocale, localeOf, READER, type ReadingLocales, type StoredInboxItem } from './stored-items';

const TEXTS = `m.kind, m.message_type AS "messageType", ${inLocale('title', 5)} AS title, ${inLocale('body', 5)} AS body,
         m.action, m.published_at AS "deliveredAt",
         ${localeOf('title', 5)} AS "titleLocale", ${localeOf('body', 5)} AS "bodyLocale", ${DISPLAY_NAME} AS "displayName"`;

const IN_INBOX = `
  WITH ${READER}
  SELECT i.id, ${TEXTS}, i.read_at AS "readAt", i.opened_at AS "openedAt"
    FROM notification_inbox_items i
    JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = i.id AND ${VISIBLE}
   WHERE i.tenant_id = $1 AND i.app_id = $2 AND i.user_id = $3 AND i.id = $4`;

/** Pushes to several devices of the member are of one message. */
const OUTSIDE = `
  WITH ${READER}, ${FOUND_OUTSIDE}
  SELECT m.publication_id AS id, ${TEXTS}, f."readAt", f."openedAt"
    FROM (SELECT min(read_at) AS "readAt", min(opened_at) AS "openedAt" FROM found HAVING count(*) > 0) f
    JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = $4`;

/** One notice or message of a member, such as a push names by its id. */
@Injectable()
export class SingleItems {
  constructor(private readonly database: Database) {}

  /**
   * From the inbox, or what the member chose to get by push or mail alone. Null if the member has no such item, or sees it
   * no more.
   */
  async find(
    { tenantId, appId, userId }: Membership,
    id: string,
    { locale, defaultLocale }: ReadingLocales,
  ): Promise<StoredInboxItem | null> {
    const values = [tenantId, appId, userId, id, locale, defaultLocale];
    for (const statement of [IN_INBOX, OUTSIDE]) {
      const item = await this.database.readOne<StoredInboxItem & Record<string, unknown>>(tenantId, statement, values);
      if (item) return item;
    }
    return null;
  }
}
