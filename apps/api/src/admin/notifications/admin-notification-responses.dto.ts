import { field, only } from '@libs/kernel';
import {
  audience,
  audienceFilter,
  type ManagedMessage,
  messageAction,
  notificationMessage,
  versionRange,
} from '@libs/notifications';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';

export class AdminNotificationActionResponse extends answer(messageAction) {}

export class AdminNotificationVersionRangeResponse extends answer(versionRange) {}

export class AdminNotificationAudienceFilterResponse extends answer({
  ...audienceFilter,
  app_versions: audienceFilter.app_versions.told(() => AdminNotificationVersionRangeResponse).optional(),
}) {}

/** With the keys of its mode alone. */
export class AdminNotificationAudienceResponse extends answer({
  mode: audience.mode,
  userIds: audience.userIds.optional(),
  filter: audience.filter.told(() => AdminNotificationAudienceFilterResponse).optional(),
}) {
  constructor({ audienceMode: mode, audienceUserIds: userIds, audienceFilter: filter }: ManagedMessage) {
    super({ mode, ...(mode === 'users' ? { userIds } : {}), ...(mode === 'filter' ? { filter } : {}) });
  }
}

const summary = {
  ...only(notificationMessage, 'id', 'appId', 'kind', 'messageType', 'title', 'audienceMode', 'channels'),
  action: notificationMessage.action.told(() => AdminNotificationActionResponse),
  ...only(notificationMessage, 'status', 'scheduledAt', 'expiresAt', 'publishedAt', 'publishedBy'),
  ...only(notificationMessage, 'cancelledAt', 'recalledAt', 'recallReason'),
  recipientCount: field
    .count()
    .nullable()
    .about(
      'Number of members to whose inboxes the item was delivered, including those who have deleted it. Increases during delivery; null before the publication.',
    )
    .example(1204),
  ...only(notificationMessage, 'origin', 'createdBy', 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
};

/** A notice or message without its body and without the list of whom it is for, which can be long. */
export class AdminNotificationMessageSummaryResponse extends answer(summary) {}

export class AdminNotificationMessageResponse extends answer({
  ...summary,
  body: notificationMessage.body,
  audience: field.nested(() => AdminNotificationAudienceResponse),
}) {
  constructor(message: ManagedMessage) {
    super({ ...message, audience: message });
  }
}

export class AdminNotificationMessageListResponse extends pageOf(AdminNotificationMessageSummaryResponse) {}
