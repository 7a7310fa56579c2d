import { PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { type Identifier, parseEmailAddress, parseMobileNumber } from '@libs/iam';
import { isUuid, type LocalizedText } from '@libs/kernel';
import {
  type Channel,
  CHANNELS,
  MAX_BODY_LENGTH,
  MAX_TITLE_LENGTH,
  MESSAGE_TYPES,
  type MessageType,
  type RecipientStatistics,
  type Submission,
  type Submitted,
  type SubmittedMessage,
  type SubmittedRecipients,
} from '@libs/notifications';
import { AdminNotificationActionRequest } from '../../admin/notifications/admin-notification-requests.dto';
import { AdminNotificationRecipientStatsResponse } from '../../admin/notifications/admin-notification-recipients.dto';
import { Answer } from '../../http/answers/answer-fields';
import { checkOneOf, checkUuid, type FieldCheck } from '../../http/fields/field-checks';
import { Instant, Localized, Nested, OneOf, Uuid, Values } from '../../http/fields/fields';

const MAX_RECIPIENTS = 1_000;
const MAX_IDENTIFIER_LENGTH = 254;
/** Of each list of an answer. */
const MAX_PLACES = 100;
const PLACES = { type: 'array', maxItems: MAX_PLACES, items: { type: 'integer', minimum: 0 } };
const FOR_MEMBERS_READ = 'Only for clients with the scope `members.read`.';
const ONE_TO_MANY = { min: 1, max: MAX_RECIPIENTS };
/** Where numbers without a country would belong: there are none, each begins with +. */
const NO_COUNTRY = 'CN';

const checkIdentifier: FieldCheck = (value) => {
  if (typeof value !== 'string') return { code: 'not_string' };
  return identifierIn(value) === null ? { code: 'not_identifier' } : null;
};

export class ServiceNotificationRequest {
  @Uuid({
    description: 'An enabled App of the client’s tenant',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907',
  })
  readonly app_id!: string;

  @Transform(({ value }) =>
    Array.isArray(value) ? value.map((id: unknown) => (isUuid(id) ? id.toLowerCase() : id)) : (value as unknown),
  )
  @Values(
    checkUuid,
    ONE_TO_MANY,
    { type: 'string', format: 'uuid' },
    {
      either: 'identifiers',
      description: 'The recipients by user id. Users who are not active members of the App do not receive the message.',
      example: ['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'],
    },
  )
  readonly user_ids?: string[];

  @Values(
    checkIdentifier,
    ONE_TO_MANY,
    { type: 'string', maxLength: MAX_IDENTIFIER_LENGTH },
    {
      either: 'user_ids',
      description:
        'The recipients by email address, or mobile number with + and country code. Only identifiers that the member has verified count.',
      example: ['member@example.com', '+8613800138000'],
    },
  )
  readonly identifiers?: string[];

  @OneOf('MessageType', MESSAGE_TYPES, {
    description:
      '`marketing` reaches only members who have opted in; `security` requires the scope `notifications.security`',
  })
  readonly message_type!: MessageType;

  @Localized(
    { max: MAX_TITLE_LENGTH },
    {
      description:
        'At least in the App’s default locale. The placeholders `{{display_name}}` and `{{app_name}}` are replaced for each recipient.',
      example: { 'zh-CN': '您的订单已发货', 'en-US': 'Your order is on its way' },
    },
  )
  readonly title!: LocalizedText;

  @Localized(
    { max: MAX_BODY_LENGTH },
    {
      description:
        'Markdown, in which HTML is escaped. At least in the App’s default locale; the placeholders of `title` are replaced here, too.',
      example: { 'zh-CN': '{{display_name}}，预计明天送达。', 'en-US': '{{display_name}}, expect it tomorrow.' },
    },
  )
  readonly body!: LocalizedText;

  @Values(
    checkOneOf(CHANNELS),
    { max: CHANNELS.length },
    { enum: [...CHANNELS] },
    {
      optional: true,
      nullable: true,
      description: 'The channels of delivery; `in_app`, the inbox, is always included. Only `in_app` if absent',
      example: ['in_app', 'push'],
    },
  )
  readonly channels?: Channel[] | null;

  @Nested(() => AdminNotificationActionRequest, {
    optional: true,
    nullable: true,
    description: 'What the App opens when the recipient opens the message; nothing if absent',
  })
  readonly action?: AdminNotificationActionRequest | null;

  @Instant({
    optional: true,
    nullable: true,
    description: 'Time at which the message disappears from inboxes, in the future; never if absent',
    example: '2027-01-07T00:00:00.000Z',
  })
  readonly expires_at?: string | null;

  submission(): Submission {
    const { action, expires_at: expiresAt, user_ids: userIds, identifiers = [] } = this;
    return {
      appId: this.app_id,
      recipients: userIds ? { userIds } : { identifiers: identifiers.flatMap((text) => identifierIn(text) ?? []) },
      message: {
        messageType: this.message_type,
        title: this.title,
        body: this.body,
        channels: this.channels,
        action: action && { type: action.type, target: action.target ?? null },
        expiresAt: expiresAt ? new Date(expiresAt) : (expiresAt as null | undefined),
      },
    };
  }
}

/** The positions of those who are no active members of the App, in the list by which they were named. */
export class ServiceNotificationUnknownResponse {
  @Answer.Schema(PLACES, { example: [] })
  readonly user_ids: readonly number[];

  @Answer.Schema(PLACES, { example: [1] })
  readonly identifiers: readonly number[];

  constructor({ by, places }: SubmittedRecipients['unknown']) {
    const some = places.slice(0, MAX_PLACES);
    this.user_ids = by === 'userIds' ? some : [];
    this.identifiers = by === 'identifiers' ? some : [];
  }
}

export class ServiceNotificationResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908' })
  readonly id: string;

  @Answer.Count({
    optional: true,
    description: `Number of named recipients who are active members of the App. ${FOR_MEMBERS_READ}`,
    example: 1,
  })
  readonly recipient_count?: number;

  @Answer.Nested(() => ServiceNotificationUnknownResponse, {
    optional: true,
    description: `The first of the named recipients who are not active members of the App. ${FOR_MEMBERS_READ}`,
  })
  readonly unknown?: ServiceNotificationUnknownResponse;

  @Answer.Count({
    optional: true,
    description: `Number of named recipients who are not active members of the App. ${FOR_MEMBERS_READ}`,
    example: 1,
  })
  readonly unknown_count?: number;

  constructor({ id, recipients }: Submitted) {
    this.id = id;
    if (!recipients) return;
    this.recipient_count = recipients.count;
    this.unknown = new ServiceNotificationUnknownResponse(recipients.unknown);
    this.unknown_count = recipients.unknown.places.length;
  }
}

/** What has become of a message so far. Without figures for clients that may only send. */
export class ServiceNotificationStatsResponse extends PartialType(AdminNotificationRecipientStatsResponse) {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908' })
  readonly id: string;

  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907' })
  readonly app_id: string;

  @Answer.OneOf('MessageType', MESSAGE_TYPES, { nullable: true })
  readonly message_type: MessageType | null;

  @Answer.Instant({ nullable: true })
  readonly published_at: string | null;

  @Answer.Instant({ nullable: true, example: null })
  readonly expires_at: string | null;

  @Answer.Instant({
    nullable: true,
    description: 'Time of the recall, which removed the message from all inboxes; null if not recalled',
    example: null,
  })
  readonly recalled_at: string | null;

  constructor(message: SubmittedMessage, statistics: RecipientStatistics | null) {
    super();
    if (statistics) Object.assign(this, new AdminNotificationRecipientStatsResponse(statistics));
    this.id = message.id;
    this.app_id = message.appId;
    this.message_type = message.messageType;
    this.published_at = message.publishedAt?.toISOString() ?? null;
    this.expires_at = message.expiresAt?.toISOString() ?? null;
    this.recalled_at = message.recalledAt?.toISOString() ?? null;
  }
}

/** In the canonical form in which it is stored; null if it is none. */
function identifierIn(text: string): Identifier | null {
  if (text.length > MAX_IDENTIFIER_LENGTH) return null;
  const [type, value] = text.startsWith('+')
    ? (['mobile', parseMobileNumber(text, NO_COUNTRY)] as const)
    : (['email', parseEmailAddress(text)] as const);
  return value === null ? null : { type, value };
}
