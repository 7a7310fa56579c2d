import type { LocalizedText, ListPage } from '@libs/kernel';
import {
  ACTION_TYPES,
  AUDIENCE_MODES,
  AUDIENCE_PLATFORMS,
  type AudienceFilter,
  type AudienceMode,
  type Channel,
  CHANNELS,
  type ManagedMessage,
  type ManagedMessageSummary,
  MESSAGE_KINDS,
  MESSAGE_STATUSES,
  MESSAGE_TYPES,
  type MessageAction,
  type MessageKind,
  type MessageStatus,
  type MessageType,
} from '@libs/notifications';
import { Answer } from '../../http/answers/answer-fields';
import type { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const USER = { nullable: true, example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' };

export class AdminNotificationActionResponse {
  @Answer.OneOf('NotificationActionType', ACTION_TYPES)
  readonly type: MessageAction['type'];

  @Answer.Text({
    nullable: true,
    description: 'An http or https URL, or the slug of a page or article; null for the type `none`',
    example: 'https://shop.example.com/autumn',
  })
  readonly target: string | null;

  constructor({ type, target }: MessageAction) {
    this.type = type;
    this.target = target;
  }
}

export class AdminNotificationAudienceFilterResponse {
  @Answer.Locales({ optional: true, description: 'Members who saved one of these locales' })
  readonly locales?: readonly string[];

  @Answer.SomeOf('NotificationAudiencePlatform', AUDIENCE_PLATFORMS, {
    optional: true,
    description: 'Members who signed in from a device of one of these platforms',
  })
  readonly platforms?: readonly string[];

  @Answer.Texts({
    optional: true,
    description: 'Members who have one of these roles of the tenant, by code',
    example: ['content_editor'],
  })
  readonly roles?: readonly string[];

  @Answer.Instant({ optional: true })
  readonly joined_before?: string;

  @Answer.Instant({ optional: true, example: '2026-01-01T00:00:00.000Z' })
  readonly joined_after?: string;

  @Answer.Instant({ optional: true, example: '2026-10-01T00:00:00.000Z' })
  readonly last_active_after?: string;

  constructor(filter: AudienceFilter) {
    if (filter.locales) this.locales = filter.locales;
    if (filter.platforms) this.platforms = filter.platforms;
    if (filter.roles) this.roles = filter.roles;
    if (filter.joined_before !== undefined) this.joined_before = filter.joined_before;
    if (filter.joined_after !== undefined) this.joined_after = filter.joined_after;
    if (filter.last_active_after !== undefined) this.last_active_after = filter.last_active_after;
  }
}

/** With the keys of its mode alone. */
export class AdminNotificationAudienceResponse {
  @Answer.OneOf('NotificationAudienceMode', AUDIENCE_MODES)
  readonly mode: AudienceMode;

  @Answer.Schema(
    { type: 'array', items: { type: 'string', format: 'uuid' } },
    {
      optional: true,
      description: 'The chosen members, with the mode `users`',
      example: ['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'],
    },
  )
  readonly user_ids?: readonly string[];

  @Answer.Nested(() => AdminNotificationAudienceFilterResponse, {
    optional: true,
    description: 'The conditions, with the mode `filter`',
  })
  readonly filter?: AdminNotificationAudienceFilterResponse;

  constructor({ audienceMode: mode, audienceUserIds: userIds, audienceFilter: filter }: ManagedMessage) {
    this.mode = mode;
    if (mode === 'users') this.user_ids = userIds;
    if (mode === 'filter') this.filter = new AdminNotificationAudienceFilterResponse(filter);
  }
}

/** A notice or message without its body and without the list of whom it is for, which can be long. */
export class AdminNotificationMessageSummaryResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907' })
  readonly app_id: string;

  @Answer.OneOf('NotificationKind', MESSAGE_KINDS)
  readonly kind: MessageKind;

  @Answer.OneOf('MessageType', MESSAGE_TYPES, {
    nullable: true,
    description: 'The type of a message; null for notices',
  })
  readonly message_type: MessageType | null;

  @Answer.Localized({ example: { 'zh-CN': '秋季菜单上线', 'en-US': 'The autumn menu is here' } })
  readonly title: LocalizedText;

  @Answer.OneOf('NotificationAudienceMode', AUDIENCE_MODES)
  readonly audience_mode: AudienceMode;

  @Answer.SomeOf('NotificationChannel', CHANNELS, {
    description: 'The channels of delivery; `in_app`, the inbox, is always included',
  })
  readonly channels: readonly Channel[];

  @Answer.Nested(() => AdminNotificationActionResponse, {
    nullable: true,
    description: 'What the App opens when the recipient opens the item; null for nothing',
  })
  readonly action: AdminNotificationActionResponse | null;

  @Answer.OneOf('NotificationStatus', MESSAGE_STATUSES)
  readonly status: MessageStatus;

  @Answer.Instant({
    nullable: true,
    description: 'Time of publication; null for immediately',
    example: '2026-12-24T08:00:00.000Z',
  })
  readonly scheduled_at: string | null;

  @Answer.Instant({
    nullable: true,
    description: 'Time at which the item disappears from inboxes; null for never',
    example: '2027-01-07T00:00:00.000Z',
  })
  readonly expires_at: string | null;

  @Answer.Instant({ nullable: true })
  readonly published_at: string | null;

  @Answer.Uuid({ ...USER, description: 'The user who published the item or scheduled its publication' })
  readonly published_by: string | null;

  @Answer.Instant({ nullable: true, example: null })
  readonly cancelled_at: string | null;

  @Answer.Instant({
    nullable: true,
    description:
      'Time of the recall, which removed the item from all inboxes; null if not recalled. `status` stays `published`.',
    example: null,
  })
  readonly recalled_at: string | null;

  @Answer.Text({ nullable: true, example: null })
  readonly recall_reason: string | null;

  @Answer.Integer({
    min: 0,
    nullable: true,
    description:
      'Number of members to whose inboxes the item was delivered, including those who have deleted it. Increases during delivery; null before the publication.',
    example: 1204,
  })
  readonly recipient_count: number | null;

  @Answer.OneOf('NotificationOrigin', ['admin', 'service'], {
    description: '`admin` if an administrator wrote the item, `service` if an API client sent it',
  })
  readonly origin: string;

  @Answer.Uuid({
    ...USER,
    description: 'The administrator who created the item, or with the origin `service` the API client',
  })
  readonly created_by: string | null;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant({ example: '2026-11-20T08:00:00.000Z' })
  readonly created_at: string;

  @Answer.Instant({ example: '2026-11-20T08:30:00.000Z' })
  readonly updated_at: string;

  constructor(message: ManagedMessageSummary) {
    this.id = message.id;
    this.app_id = message.appId;
    this.kind = message.kind;
    this.message_type = message.messageType;
    this.title = message.title;
    this.audience_mode = message.audienceMode;
    this.channels = message.channels;
    this.action = message.action && new AdminNotificationActionResponse(message.action);
    this.status = message.status;
    this.scheduled_at = message.scheduledAt?.toISOString() ?? null;
    this.expires_at = message.expiresAt?.toISOString() ?? null;
    this.published_at = message.publishedAt?.toISOString() ?? null;
    this.published_by = message.publishedBy;
    this.cancelled_at = message.cancelledAt?.toISOString() ?? null;
    this.recalled_at = message.recalledAt?.toISOString() ?? null;
    this.recall_reason = message.recallReason;
    this.recipient_count = message.recipientCount;
    this.origin = message.origin;
    this.created_by = message.createdBy;
    this.lock_version = message.lockVersion;
    this.created_at = message.createdAt.toISOString();
    this.updated_at = message.updatedAt.toISOString();
  }
}

export class AdminNotificationMessageResponse extends AdminNotificationMessageSummaryResponse {
  @Answer.Localized({ example: { 'zh-CN': '来尝尝吧。', 'en-US': 'Come and try it.' } })
  readonly body: LocalizedText;

  @Answer.Nested(() => AdminNotificationAudienceResponse)
  readonly audience: AdminNotificationAudienceResponse;

  constructor(message: ManagedMessage) {
    super(message);
    this.body = message.body;
    this.audience = new AdminNotificationAudienceResponse(message);
  }
}

export class AdminNotificationMessageListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminNotificationMessageSummaryResponse)
  readonly items: readonly AdminNotificationMessageSummaryResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<ManagedMessageSummary>) {
    super(query, total);
    this.items = items.map((message) => new AdminNotificationMessageSummaryResponse(message));
  }
}
