import { field, only, ValidationFailedError, valuesIn } from '@libs/kernel';
import {
  ManagedMessages,
  MESSAGE_STATUSES,
  MESSAGE_TYPES,
  messageAction,
  messageSettings,
  type MessageStatus,
  type MessageType,
} from '@libs/notifications';
import { LockVersion, OneOf, Uuid } from '../../http/fields/fields';
import { Reason } from '../../http/fields/reason';
import { newRequest, writeRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';
import { AdminNotificationAudienceRequest } from './admin-notification-audience.dto';

export class AdminNoticeListQuery extends SearchQuery {
  @Sort(ManagedMessages.noticeOrder)
  override readonly sort?: string;

  @Ids('notices or messages')
  override readonly ids?: string[];

  @OneOf('NotificationStatus', MESSAGE_STATUSES, { optional: true })
  readonly status?: MessageStatus;
}

export class AdminMessageListQuery extends AdminNoticeListQuery {
  @Sort(ManagedMessages.order)
  override readonly sort?: string;

  @OneOf('MessageType', MESSAGE_TYPES, { optional: true })
  readonly message_type?: MessageType;
}

/** What the App opens with a notice or message. */
export class AdminNotificationActionRequest extends newRequest({
  type: messageAction.type,
  target: messageAction.target.about(
    'An http or https URL without credentials, or the slug of a page or article. Required unless the type is `none`, in which case it is absent or null.',
  ),
}) {
  override values() {
    return valuesIn(messageAction, super.values());
  }
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new draft; null resets it to the latter. */
export class AdminNotificationMessageRequest extends writeRequest({
  messageType: field
    .one('MessageType', MESSAGE_TYPES)
    .optional()
    .about('Required on POST of messages, refused for notices'),
  ...only(messageSettings, 'title', 'body'),
  audience: messageSettings.audience.told(() => AdminNotificationAudienceRequest).example({ mode: 'all_members' }),
  channels: messageSettings.channels,
  action: messageSettings.action.told(() => AdminNotificationActionRequest),
  scheduledAt: messageSettings.scheduledAt.about('Time of publication; null for immediately, otherwise in the future'),
  expiresAt: messageSettings.expiresAt.about(
    'Time at which the item disappears from inboxes; null for never, otherwise in the future and after `scheduled_at`',
  ),
}) {}

/** Of a publication, or of its being put off or called off. The whole body may be left out. */
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

  @Reason()
  readonly reason?: string | null;

  publication(): { readonly lockVersion: number | null; readonly previewId: string | null } {
    return { lockVersion: this.lock_version ?? null, previewId: this.preview_id ?? null };
  }

  /** @throws ValidationFailedError for fields of a publication. */
  versionAlone(): number | null {
    if (this.preview_id !== undefined) throw ValidationFailedError.of('preview_id', 'unknown_field');
    return this.lock_version ?? null;
  }
}

export function RecallReason(example: string): PropertyDecorator {
  return Reason({
    description: 'The reason for the recall, which the record and the audit log keep; not shown to members',
    example,
  });
}

export class AdminNotificationRecallRequest {
  @LockVersion()
  readonly lock_version!: number;

  @RecallReason('Wrong date')
  readonly reason?: string | null;
}
