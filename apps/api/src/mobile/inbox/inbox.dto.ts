import {
  ACTION_TYPES,
  CHANNELS,
  type Channel,
  INBOX_TYPES,
  type InboxItem,
  type InboxPage,
  type InboxType,
  MESSAGE_KINDS,
  MESSAGE_TYPES,
  type MessageAction,
  type UnreadCounts,
} from '@libs/notifications';
import { Answer } from '../../http/answers/answer-fields';
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

class MobileInboxActionResponse implements MessageAction {
  @Answer.OneOf('NotificationActionType', ACTION_TYPES, { example: 'url' })
  readonly type: MessageAction['type'];

  @Answer.Text({
    nullable: true,
    description: 'A URL, or the slug of a page or an article',
    example: 'https://example.com',
  })
  readonly target: string | null;

  constructor({ type, target }: MessageAction) {
    this.type = type;
    this.target = target;
  }
}

export class MobileInboxItemResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908' })
  readonly id: string;

  @Answer.OneOf('NotificationKind', MESSAGE_KINDS)
  readonly kind: string;

  @Answer.OneOf('MessageType', MESSAGE_TYPES, {
    nullable: true,
    description: 'The type of a message; null for notices',
    example: null,
  })
  readonly message_type: string | null;

  @Answer.Text({ description: 'Plain text', example: 'New opening hours' })
  readonly title: string;

  @Answer.Text({
    description: 'Markdown. HTML in it is text, and links and pictures lead to http, https and mailto addresses only.',
    example: 'From **Monday** on we open at 8.',
  })
  readonly body: string;

  @Answer.Nested(() => MobileInboxActionResponse, {
    nullable: true,
    description: 'What the App opens when the member opens the item; null for nothing',
  })
  readonly action: MobileInboxActionResponse | null;

  @Answer.Instant()
  readonly delivered_at: string;

  @Answer.Instant({ nullable: true, example: null })
  readonly read_at: string | null;

  @Answer.Instant({ nullable: true, example: null })
  readonly opened_at: string | null;

  constructor(item: InboxItem) {
    this.id = item.id;
    this.kind = item.kind;
    this.message_type = item.messageType;
    this.title = item.title;
    this.body = item.body;
    this.action = item.action && new MobileInboxActionResponse(item.action);
    this.delivered_at = item.deliveredAt.toISOString();
    this.read_at = item.readAt?.toISOString() ?? null;
    this.opened_at = item.openedAt?.toISOString() ?? null;
  }
}

/** Notices and messages of the member, the newest first. */
export class MobileNotificationPageResponse {
  @Answer.ListOf(() => MobileInboxItemResponse, { max: 100 })
  readonly items: readonly MobileInboxItemResponse[];

  @Answer.Text({
    nullable: true,
    description:
      'Cursor of the next page, null on the last page. A page with filters or long texts may have fewer items than requested although further pages follow.',
    example: null,
  })
  readonly next_cursor: string | null;

  constructor({ items, nextCursor }: InboxPage) {
    this.items = items.map((item) => new MobileInboxItemResponse(item));
    this.next_cursor = nextCursor;
  }
}

class MobileUnreadCountsResponse implements UnreadCounts {
  @Answer.Count({ example: 1 })
  readonly notice: number;

  @Answer.Count({ example: 0 })
  readonly system: number;

  @Answer.Count({ example: 2 })
  readonly private: number;

  @Answer.Count({ example: 0 })
  readonly marketing: number;

  @Answer.Count({ example: 0 })
  readonly security: number;

  constructor(counts: UnreadCounts) {
    this.notice = counts.notice;
    this.system = counts.system;
    this.private = counts.private;
    this.marketing = counts.marketing;
    this.security = counts.security;
  }
}

export class MobileUnreadCountResponse {
  @Answer.Count({ description: 'Number of unread items of all types', example: 3 })
  readonly unread_count: number;

  @Answer.Nested(() => MobileUnreadCountsResponse)
  readonly by_type: MobileUnreadCountsResponse;

  constructor(counts: UnreadCounts) {
    this.by_type = new MobileUnreadCountsResponse(counts);
    this.unread_count = INBOX_TYPES.reduce((sum, type) => sum + counts[type], 0);
  }
}
