import { Injectable } from '@nestjs/common';
import { Cursors, Database } from '@libs/foundation';
import type { NotificationType } from '../../domain/preferences/notification-preferences';
import type { Membership } from '../preferences/preference-store';
import { DISPLAY_NAME, inLocale, localeOf, READER, type ReadingLocales, type StoredInboxItem } from './stored-items';
import { TYPE_OF_MESSAGE, VISIBLE } from './publication-ids';

export interface InboxRequest {
  /** Only the unread, or only those that were read. */
  readonly unread?: boolean | undefined;
  readonly type?: NotificationType | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface StoredInboxPage {
  readonly items: readonly StoredInboxItem[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Of a page that begins behind one of the items. */
  readonly cursorAfter: (item: StoredInboxItem) => string;
}

type Row = StoredInboxItem & { readonly is_match: boolean; readonly is_last: boolean } & Record<string, unknown>;

/** How many items a page looks at: what a filter leaves out, and the member's other Apps, are items, too. */
const LOOKED_AT = 2_000;

/**
 * The last item that a page looks at is there whether or not it matches: then the next page begins behind it. The rows
 * are read one by one, in the order of the key, until there are enough.
 */
const PAGE = `
  WITH ${READER}
  SELECT l.id, coalesce(l.is_match, false) AS is_match, l.place = ${LOOKED_AT} AS is_last,
         l.kind, l.message_type AS "messageType", l.title, l.body, l.action, l.published_at AS "deliveredAt",
         l.read_at AS "readAt", l.opened_at AS "openedAt",
         l.title_locale AS "titleLocale", l.body_locale AS "bodyLocale", ${DISPLAY_NAME} AS "displayName"
    FROM (SELECT i.id, i.read_at, i.opened_at, i.place, m.kind, m.message_type, ${inLocale('title', 7)} AS title,
                 ${inLocale('body', 7)} AS body, ${localeOf('title', 7)} AS title_locale,
                 ${localeOf('body', 7)} AS body_locale, m.action, m.published_at,
                 i.app_id = $2 AND m.id IS NOT NULL AND ${VISIBLE}
                   AND ($5::boolean IS NULL OR (i.read_at IS NULL) = $5) AND ($6::text IS NULL OR ${TYPE_OF_MESSAGE} = $6) AS is_match
            FROM (SELECT n.id, n.app_id, n.read_at, n.opened_at, row_number() OVER (ORDER BY n.id DESC) AS place
                    FROM notification_inbox_items n
                   WHERE n.tenant_id = $1 AND n.user_id = $3 AND n.id < $4
                   ORDER BY n.id DESC LIMIT ${LOOKED_AT}) i
            LEFT JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = i.id) l
   WHERE l.is_match OR l.place = ${LOOKED_AT}
   ORDER BY l.id DESC LIMIT $9`;

/** The inbox of a member, the newest first: one statement a page. */
@Injectable()
export class InboxPages {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  /** @throws ValidationFailedError for a cursor of another list. */
  async read(
    { tenantId, appId, userId }: Membership,
    { unread, type, cursor, limit }: InboxRequest,
    { locale, defaultLocale }: ReadingLocales,
  ): Promise<StoredInboxPage> {
    const list = ['notifications', tenantId, appId, userId, String(unread ?? ''), type ?? ''];
    const after = this.cursors.idAbove(list, cursor);
    const rows = await this.database.read<Row>(tenantId, PAGE, [
      ...[tenantId, appId, userId, after, unread ?? null, type ?? null],
      ...[locale, defaultLocale, limit + 1],
    ]);
    const items = rows.filter(({ is_match }) => is_match).slice(0, limit);
    const last = rows.length > limit ? rows[limit - 1] : rows.find(({ is_last }) => is_last);
    const cursorAfter = ({ id }: StoredInboxItem) => this.cursors.encode(list, [id]);
    return { items, nextCursor: last ? cursorAfter(last) : null, cursorAfter };
  }
}
