import { field } from '@libs/kernel';
import {
  ACTION_TYPES,
  type Channel,
  CHANNELS,
  INBOX_TYPES,
  type InboxType,
  MESSAGE_KINDS,
  MESSAGE_TYPES,
  type UnreadCounts,
} from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { Instant, OneOf } from '../../http/fields/fields';
import { CursorQuery } from '../cursor-query.dto';

export class InboxQuery extends CursorQuery {
  @OneOf('InboxReadFilter', ['true', 'false'], { optional: true, description: '`true`: only unread items' })
  readonly unread?: 'true' | 'false';

  @OneOf('InboxType', INBOX_TYPES, { optional: true, description: 'Only messages of this type, or only notices' })
  readonly message_type?: InboxType;
}

export class MobileNotificationReadAllRequest {
  @Instant({ optional: true, description: 'Only items delivered before this time are marked' })
  readonly before?: string;
}

export class MobileNotificationOpenRequest {
  @OneOf('NotificationChannel', CHANNELS, {
    optional: true,
    description: 'The channel from which the item was opened; the inbox if absent',
    example: 'push',
  })
  readonly channel?: Channel;
}

class MobileInboxActionResponse extends answer({
  type: field.one('NotificationActionType', ACTION_TYPES).example('url'),
  target: field.text().nullable().about('A URL, or the slug of a page or an article').example('https://example.com'),
}) {}

export class MobileInboxItemResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908'),
  kind: field.one('NotificationKind', MESSAGE_KINDS),
  messageType: field
    .one('MessageType', MESSAGE_TYPES)
    .nullable()
    .about('The type of a message; null for notices')
    .example(null),
  title: field.text().about('Plain text').example('New opening hours'),
  body: field
    .text()
    .about('Markdown. HTML in it is text, and links and pictures lead to http, https and mailto addresses only.')
    .example('From **Monday** on we open at 8.'),
  action: field
    .nested(() => MobileInboxActionResponse)
    .nullable()
    .about('What the App opens when the member opens the item; null for nothing'),
  deliveredAt: field.instant(),
  readAt: field.instant().nullable().example(null),
  openedAt: field.instant().nullable().example(null),
}) {}

/** Notices and messages of the member, the newest first. */
export class MobileNotificationPageResponse extends answer({
  items: field.listOf(() => MobileInboxItemResponse, 100),
  nextCursor: field
    .text()
    .nullable()
    .about(
      'Cursor of the next page, null on the last page. A page with filters or long texts may have fewer items than requested although further pages follow.',
    )
    .example(null),
}) {}

class MobileUnreadCountsResponse extends answer({
  notice: field.count().example(1),
  system: field.count().example(0),
  private: field.count().example(2),
  marketing: field.count().example(0),
  security: field.count().example(0),
}) {}

export class MobileUnreadCountResponse extends answer({
  unreadCount: field.count().about('Number of unread items of all types').example(3),
  byType: field.nested(() => MobileUnreadCountsResponse),
}) {
  constructor(counts: UnreadCounts) {
    super({ ...counts, unreadCount: INBOX_TYPES.reduce((sum, type) => sum + counts[type], 0), byType: counts });
  }
}
