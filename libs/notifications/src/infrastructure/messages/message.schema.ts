import { entityOf } from '@libs/foundation';
import { NotificationMessage, notificationMessage } from '../../domain/messages/message';

export const NotificationMessageSchema = entityOf(NotificationMessage, notificationMessage, {
  table: 'notification_messages',
  key: ['tenantId', 'id'],
  columns: {
    audienceUserIds: { type: 'uuid', array: true },
    createdAt: { createDate: true },
    updatedAt: { updateDate: true },
  },
});
