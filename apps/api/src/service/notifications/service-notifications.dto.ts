import { field, only } from '@libs/kernel';
import {
  type Audience,
  MESSAGE_TYPES,
  messageSettings,
  notificationMessage,
  type RecipientStatistics,
  type Submission,
  type Submitted,
  type SubmittedMessage,
  type SubmittedRecipients,
} from '@libs/notifications';
import { AdminNotificationAudienceRequest } from '../../admin/notifications/admin-notification-audience.dto';
import { toldStatistics } from '../../admin/notifications/admin-notification-recipients.dto';
import {
  AdminNotificationActionRequest,
  RecallReason,
} from '../../admin/notifications/admin-notification-requests.dto';
import { Identifiers, identifiersIn } from './identifiers';
import { answer } from '../../http/answers/answer';
import { CursorQuery } from '../../http/fields/cursor-query.dto';
import { Nested, Uuid, Uuids } from '../../http/fields/fields';
import { newRequest } from '../../http/fields/request';

const MAX_RECIPIENTS = 1_000;
/** Of each list of an answer. */
const MAX_PLACES = 100;
const places = field.schema<readonly number[]>({
  type: 'array',
  maxItems: MAX_PLACES,
  items: { type: 'integer', minimum: 0 },
});
const MESSAGE_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908';
const RECALLED_AT = 'Time of the recall, which removed the message from all inboxes; null if not recalled';
const FOR_MEMBERS_READ = 'Only for clients with the scope `members.read`.';

/** Exactly one of the three says whom it is for. */
const RECIPIENTS = ['user_ids', 'identifiers', 'audience'];
const otherThan = (name: string) => ({ either: RECIPIENTS.filter((other) => other !== name) });
const named = field.texts().as<readonly string[] | undefined>();

export class ServiceNotificationRequest extends newRequest(
  {
    appId: field.uuid().about('An enabled App of the client’s tenant').example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907'),
    userIds: named
      .about('The recipients by user id. Users who are not active members of the App do not receive the message.')
      .example(['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904']),
    identifiers: named
      .about(
        'The recipients by email address, or mobile number with + and country code. Only identifiers that the member has verified count.',
      )
      .example(['member@example.com', '+8613800138000']),
    audience: field
      .json<Audience>()
      .told(() => AdminNotificationAudienceRequest)
      .as<Audience | undefined>()
      .about(
        'The recipients as administrators choose them for a message. Who is named and not an active member of the App is left out, as in `user_ids` and `identifiers`; a filter by roles or units is refused.',
      ),
    messageType: field
      .one('MessageType', MESSAGE_TYPES)
      .about(
        '`marketing` reaches only members who have opted in; `security` requires the scope `notifications.security`',
      ),
    title: messageSettings.title.example({ 'zh-CN': '您的订单已发货', 'en-US': 'Your order is on its way' }),
    body: messageSettings.body.example({
      'zh-CN': '{{display_name}}，预计明天送达。',
      'en-US': '{{display_name}}, expect it tomorrow.',
    }),
    channels: messageSettings.channels,
    action: messageSettings.action.told(() => AdminNotificationActionRequest),
    expiresAt: messageSettings.expiresAt.about(
      'Time at which the message disappears from inboxes; null for never, otherwise in the future',
    ),
  },
  {
    userIds: (options) => Uuids({ min: 1, max: MAX_RECIPIENTS }, { ...options, ...otherThan('user_ids') }),
    identifiers: (options) => Identifiers(MAX_RECIPIENTS, { ...options, ...otherThan('identifiers') }),
    audience: (options) => Nested(() => AdminNotificationAudienceRequest, { ...options, ...otherThan('audience') }),
  },
) {
  submission(): Submission {
    const { appId, userIds, identifiers = [], audience, ...message } = this.values();
    if (audience) return { appId, recipients: { audience }, message };
    const recipients = userIds ? { userIds } : { identifiers: identifiersIn(identifiers) };
    return { appId, recipients, message };
  }
}

/** The positions of those who are no active members of the App, in the lists by which they were named. */
export class ServiceNotificationUnknownResponse extends answer({
  userIds: places.example([]),
  identifiers: places.example([1]),
}) {
  constructor({ userIds, identifiers }: SubmittedRecipients['unknown']) {
    super({ userIds: userIds.slice(0, MAX_PLACES), identifiers: identifiers.slice(0, MAX_PLACES) });
  }
}

export class ServiceNotificationResponse extends answer({
  id: field.uuid().example(MESSAGE_ID),
  recipientCount: field
    .count()
    .optional()
    .about(`Number of intended recipients who are active members of the App. ${FOR_MEMBERS_READ}`)
    .example(1),
  unknown: field
    .nested(() => ServiceNotificationUnknownResponse)
    .optional()
    .about(`The first of the named recipients who are not active members of the App. ${FOR_MEMBERS_READ}`),
  unknownCount: field
    .count()
    .optional()
    .about(`Number of named recipients who are not active members of the App. ${FOR_MEMBERS_READ}`)
    .example(1),
}) {
  constructor({ id, recipients }: Submitted) {
    const { count, unknown } = recipients ?? {};
    const unknownCount = unknown && unknown.userIds.length + unknown.identifiers.length;
    super({ id, recipientCount: count, unknown, unknownCount });
  }
}

export class ServiceNotificationListQuery extends CursorQuery {
  @Uuid({ optional: true, description: 'Only messages to members of this App' })
  readonly app_id?: string;
}

export class ServiceNotificationRecallRequest {
  @RecallReason('Wrong order')
  readonly reason?: string | null;
}

/** A message that the client has sent. */
export class ServiceNotificationMessageResponse extends answer({
  id: notificationMessage.id.example(MESSAGE_ID),
  ...only(notificationMessage, 'appId', 'status', 'messageType', 'title', 'channels', 'createdAt', 'publishedAt'),
  expiresAt: notificationMessage.expiresAt.example(null),
  recalledAt: notificationMessage.recalledAt.about(RECALLED_AT),
  recallReason: notificationMessage.recallReason,
}) {}

/** Newest first. */
export class ServiceNotificationListResponse extends answer({
  items: field.listOf(() => ServiceNotificationMessageResponse),
  nextCursor: field.text().nullable().about('Cursor of the next page, null on the last page').example(null),
}) {}

/** What has become of a message so far. */
export class ServiceNotificationStatsResponse extends answer({
  ...toldStatistics,
  id: notificationMessage.id.example(MESSAGE_ID),
  ...only(notificationMessage, 'appId', 'messageType', 'publishedAt'),
  expiresAt: notificationMessage.expiresAt.example(null),
  recalledAt: notificationMessage.recalledAt.about(RECALLED_AT),
}) {
  constructor(message: SubmittedMessage, statistics: RecipientStatistics) {
    super({ ...statistics, ...message });
  }
}
