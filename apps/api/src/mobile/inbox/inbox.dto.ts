import { field } from '@libs/kernel';
import {
  type Channel,
  CHANNELS,
  inboxItem,
  messageAction,
  NOTIFICATION_TYPES,
  type NotificationType,
  type UnreadCounts,
} from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { Instant, OneOf } from '../../http/fields/fields';
import { CursorQuery } from '../../http/fields/cursor-query.dto';

export class InboxQuery extends CursorQuery {
  @OneOf('InboxReadFilter', ['true', 'false'], {
    optional: true,
    description: '`true`: only unread items, `false`: only read ones; all if absent',
  })
  readonly unread?: 'true' | 'false';

  @OneOf('InboxType', NOTIFICATION_TYPES, {
    optional: true,
    description: 'Only messages of this type, or only notices',
  })
  readonly message_type?: NotificationType;
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

class MobileInboxActionResponse extends answer(messageAction) {}

export class MobileInboxItemResponse extends answer({
  ...inboxItem,
  action: inboxItem.action.told(() => MobileInboxActionResponse),
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
  constructor(byType: UnreadCounts) {
    super({ unreadCount: NOTIFICATION_TYPES.reduce((sum, type) => sum + byType[type], 0), byType });
  }
}
