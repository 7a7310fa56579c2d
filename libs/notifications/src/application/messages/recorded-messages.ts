import { Injectable } from '@nestjs/common';
import { AuditTrail, only, VersionedChanges, wireOf } from '@libs/kernel';
import { type NotificationMessage, notificationMessage } from '../../domain/messages/message';
import { MessageStore } from '../../infrastructure/messages/message-store';
import { type ManagedMessage, ManagedMessages } from '../../infrastructure/messages/managed-messages';

/** What of a notice or message administrators change, but the audience. */
const RECORDED = {
  ...only(notificationMessage, 'messageType', 'title', 'body', 'channels', 'action', 'status', 'scheduledAt'),
  ...only(notificationMessage, 'expiresAt', 'publishedAt', 'publishedBy', 'cancelledAt', 'recalledAt', 'recallReason'),
};

/** The changes of notices and messages. */
@Injectable()
export class RecordedMessages extends VersionedChanges<NotificationMessage, ManagedMessage> {
  constructor(messages: MessageStore, managed: ManagedMessages, audit: AuditTrail) {
    super(audit, {
      type: ({ kind }) => kind,
      save: (message) => messages.save(message),
      see: (message) => managed.get(message, message.kind, message.id),
      record: recordOf,
    });
  }
}

function recordOf(message: ManagedMessage): object {
  const { audienceMode: mode, audienceUserIds: users, audienceFilter: filter } = message;
  const audience = { mode, user_ids: mode === 'users' ? users : null, filter: mode === 'filter' ? filter : null };
  return { ...wireOf(RECORDED, message), audience };
}
