import { type LocalizedText, ValidationFailedError } from '@libs/kernel';
import {
  ACTION_TYPES,
  type Channel,
  CHANNELS,
  MAX_BODY_LENGTH,
  MAX_TARGET_LENGTH,
  MAX_TITLE_LENGTH,
  MESSAGE_STATUSES,
  MESSAGE_TYPES,
  type MessageAction,
  type MessageChanges,
  type MessageStatus,
  type MessageType,
  type NewMessage,
} from '@libs/notifications';
import { checkOneOf } from '../../http/fields/field-checks';
import { Instant, Localized, LockVersion, Nested, OneOf, Text, Uuid, Values } from '../../http/fields/fields';
import { LockVersionRequest, SearchQuery } from '../common/admin-requests.dto';
import { AdminNotificationAudienceRequest } from './admin-notification-audience.dto';

const MAX_REASON_LENGTH = 500;

/** The required fields of a new notice. A message has a type, too. */
const REQUIRED = ['title', 'body'] as const;

export class AdminNoticeListQuery extends SearchQuery {
  @OneOf('NotificationStatus', MESSAGE_STATUSES, { optional: true })
  readonly status?: MessageStatus;
}

export class AdminMessageListQuery extends AdminNoticeListQuery {
  @OneOf('MessageType', MESSAGE_TYPES, { optional: true })
  readonly message_type?: MessageType;
}

/** What the App opens with a notice or message. */
export class AdminNotificationActionRequest {
  @OneOf('NotificationActionType', ACTION_TYPES)
  readonly type!: MessageAction['type'];

  @Text(
    { max: MAX_TARGET_LENGTH },
    {
      optional: true,
      nullable: true,
      description:
        'An http or https URL without credentials, or the slug of a page or article. Required unless the type is `none`, in which case it is absent or null.',
      example: 'https://shop.example.com/autumn',
    },
  )
  readonly target?: string | null;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new draft; null resets it to the latter. */
export class AdminNotificationMessageRequest {
  @OneOf('MessageType', MESSAGE_TYPES, {
    optional: true,
    description: 'Required on POST of messages, refused for notices',
  })
  readonly message_type?: MessageType;

  @Localized(
    { max: MAX_TITLE_LENGTH },
    {
      optional: true,
      description:
        'Required on POST, at least in the App’s default locale. The placeholders `{{display_name}}` and `{{app_name}}` are replaced for each recipient.',
      example: { 'zh-CN': '秋季菜单上线', 'en-US': 'The autumn menu is here' },
    },
  )
  readonly title?: LocalizedText;

  @Localized(
    { max: MAX_BODY_LENGTH },
    {
      optional: true,
      description:
        'Markdown, in which HTML is escaped. Required on POST, at least in the App’s default locale; the placeholders of `title` are replaced here, too.',
      example: { 'zh-CN': '{{display_name}}，来尝尝吧。', 'en-US': 'Come and try it, {{display_name}}.' },
    },
  )
  readonly body?: LocalizedText;

  @Nested(() => AdminNotificationAudienceRequest, {
    optional: true,
    nullable: true,
    description: 'The intended recipients, replaced as a whole; initially all members',
  })
  readonly audience?: AdminNotificationAudienceRequest | null;

  @Values(
    checkOneOf(CHANNELS),
    { max: CHANNELS.length },
    { enum: [...CHANNELS] },
    {
      optional: true,
      nullable: true,
      description: 'The channels of delivery; `in_app`, the inbox, is always included. Initially only `in_app`',
      example: ['in_app', 'push'],
    },
  )
  readonly channels?: Channel[] | null;

  @Nested(() => AdminNotificationActionRequest, {
    optional: true,
    nullable: true,
    description: 'What the App opens when the recipient opens the item; null for nothing',
  })
  readonly action?: AdminNotificationActionRequest | null;

  @Instant({
    optional: true,
    nullable: true,
    description: 'Time of publication; null for immediately, otherwise in the future',
    example: '2026-12-24T08:00:00.000Z',
  })
  readonly scheduled_at?: string | null;

  @Instant({
    optional: true,
    nullable: true,
    description:
      'Time at which the item disappears from inboxes; null for never, otherwise in the future and after `scheduled_at`',
    example: '2027-01-07T00:00:00.000Z',
  })
  readonly expires_at?: string | null;

  @LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })
  readonly lock_version?: number;

  /** @throws ValidationFailedError naming missing required fields, and those that a new one cannot have. */
  newMessage(): NewMessage {
    const missing = REQUIRED.filter((field) => this[field] === undefined);
    if (missing.length > 0) throw new ValidationFailedError(missing.map((field) => ({ field, code: 'required' })));
    if (this.lock_version !== undefined) throw ValidationFailedError.of('lock_version', 'unknown_field');
    return this.changes() as NewMessage;
  }

  /** @throws ValidationFailedError when it is missing. */
  expectedVersion(): number {
    if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
    return this.lock_version;
  }

  changes(): MessageChanges {
    const { action } = this;
    return {
      messageType: this.message_type,
      title: this.title,
      body: this.body,
      audience: this.audience && this.audience.audience(),
      channels: this.channels,
      action: action && { type: action.type, target: action.target ?? null },
      scheduledAt: timeOf(this.scheduled_at),
      expiresAt: timeOf(this.expires_at),
    };
  }
}

/** Of a publication or cancellation. The whole body may be left out. */
export class AdminNotificationMoveRequest {
  @LockVersion({ optional: true, description: 'The version that the client read; not compared if it is absent' })
  readonly lock_version?: number;

  @Uuid({
    optional: true,
    description:
      'Only for `publish`: the id of a recipient preview of the last 15 minutes. The publication is refused if the recipients have changed since.',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be909',
  })
  readonly preview_id?: string;

  publication(): { readonly lockVersion: number | null; readonly previewId: string | null } {
    return { lockVersion: this.lock_version ?? null, previewId: this.preview_id ?? null };
  }

  /** @throws ValidationFailedError for fields of a publication. */
  cancelledVersion(): number | null {
    if (this.preview_id !== undefined) throw ValidationFailedError.of('preview_id', 'unknown_field');
    return this.lock_version ?? null;
  }
}

export class AdminNotificationRecallRequest extends LockVersionRequest {
  @Text(
    { max: MAX_REASON_LENGTH },
    {
      optional: true,
      nullable: true,
      description: 'The reason for the recall; not shown to members',
      example: 'Wrong date',
    },
  )
  readonly reason?: string | null;
}

function timeOf(time: string | null | undefined): Date | null | undefined {
  return time ? new Date(time) : (time as null | undefined);
}
