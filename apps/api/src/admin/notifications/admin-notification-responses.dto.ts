import { field, type LocalizedText } from '@libs/kernel';
import {
  ACTION_TYPES,
  AUDIENCE_MODES,
  AUDIENCE_PLATFORMS,
  type AudienceFilter,
  type AudienceMode,
  CHANNELS,
  type ManagedMessage,
  MESSAGE_KINDS,
  MESSAGE_STATUSES,
  MESSAGE_TYPES,
} from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { pageOf } from '../common/admin-responses.dto';

export class AdminNotificationActionResponse extends answer({
  type: field.one('NotificationActionType', ACTION_TYPES),
  target: field
    .text()
    .nullable()
    .about('An http or https URL, or the slug of a page or article; null for the type `none`')
    .example('https://shop.example.com/autumn'),
}) {}

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
export class AdminNotificationMessageSummaryResponse extends answer({
  id: field.uuid(),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907'),
  kind: field.one('NotificationKind', MESSAGE_KINDS),
  messageType: field.one('MessageType', MESSAGE_TYPES).nullable().about('The type of a message; null for notices'),
  title: field.localized().example({ 'zh-CN': '秋季菜单上线', 'en-US': 'The autumn menu is here' }),
  audienceMode: field.one('NotificationAudienceMode', AUDIENCE_MODES),
  channels: field
    .some('NotificationChannel', CHANNELS)
    .about('The channels of delivery; `in_app`, the inbox, is always included'),
  action: field
    .nested(() => AdminNotificationActionResponse)
    .nullable()
    .about('What the App opens when the recipient opens the item; null for nothing'),
  status: field.one('NotificationStatus', MESSAGE_STATUSES),
  scheduledAt: field
    .instant()
    .nullable()
    .about('Time of publication; null for immediately')
    .example('2026-12-24T08:00:00.000Z'),
  expiresAt: field
    .instant()
    .nullable()
    .about('Time at which the item disappears from inboxes; null for never')
    .example('2027-01-07T00:00:00.000Z'),
  publishedAt: field.instant().nullable(),
  publishedBy: field
    .uuid()
    .nullable()
    .about('The user who published the item or scheduled its publication')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  cancelledAt: field.instant().nullable().example(null),
  recalledAt: field
    .instant()
    .nullable()
    .about(
      'Time of the recall, which removed the item from all inboxes; null if not recalled. `status` stays `published`.',
    )
    .example(null),
  recallReason: field.text().nullable().example(null),
  recipientCount: field
    .integer(0)
    .nullable()
    .about(
      'Number of members to whose inboxes the item was delivered, including those who have deleted it. Increases during delivery; null before the publication.',
    )
    .example(1204),
  origin: field
    .one('NotificationOrigin', ['admin', 'service'])
    .as<string>()
    .about('`admin` if an administrator wrote the item, `service` if an API client sent it'),
  createdBy: field
    .uuid()
    .nullable()
    .about('The administrator who created the item, or with the origin `service` the API client')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  lockVersion: field.lockVersion(),
  createdAt: field.instant().example('2026-11-20T08:00:00.000Z'),
  updatedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
}) {}

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

export class AdminNotificationMessageListResponse extends pageOf(AdminNotificationMessageSummaryResponse) {}
