export type { NamedPeople } from './application/audience/audience-resolver';
export { MessagePublicationService } from './application/messages/message-publication.service';
export { type AuthorScope, MessagesService } from './application/messages/messages.service';
export { type RecipientPreview, RecipientPreviewsService } from './application/messages/recipient-previews.service';
export {
  type Submission,
  SubmissionsService,
  type Submitted,
  type SubmittedRecipients,
} from './application/messages/submissions.service';
export { type TestSend, TestSends } from './application/test-sends/test-sends.service';
export { type InboxPage, InboxService } from './application/inbox/inbox.service';
export { inboxItem } from './domain/inbox/inbox-item';
export { InboxCounters, type UnreadCounts } from './infrastructure/inbox/inbox-counters';
export { InboxItems } from './infrastructure/inbox/inbox-items';
export { NotificationPreferencesService } from './application/preferences/notification-preferences.service';
export { UnsubscribeService } from './application/unsubscribe/unsubscribe.service';
export {
  type Audience,
  audience,
  AUDIENCE_PLATFORMS,
  type AudienceFilter,
  audienceFilter,
  MAX_AUDIENCE_USERS,
  MAX_FILTER_VALUES,
  versionRange,
} from './domain/audience/audience';
export { notificationMessage } from './domain/messages/message';
export {
  MESSAGE_STATUSES,
  messageAction,
  type MessageKind,
  messageSettings,
  type MessageStatus,
} from './domain/messages/message-settings';
export { AudienceChangedError, NotificationStateError } from './domain/messages/message.errors';
export {
  type Channel,
  type ChannelChanges,
  CHANNELS,
  MESSAGE_TYPES,
  type MessageType,
  NOTIFICATION_TYPES,
  type NotificationPreferenceChanges,
  type NotificationType,
  quietHours,
  type TypeChanges,
} from './domain/preferences/notification-preferences';
export { UnsubscribeLinkInvalidError } from './domain/unsubscribe/unsubscribe.errors';
export { InboxSizes } from './infrastructure/inbox/inbox-sizes';
export { TESTS_PER_HOUR } from './infrastructure/test-sends/test-publications';
export { SAMPLE_SIZE } from './infrastructure/audience/audiences';
export {
  ManagedMessages,
  type ManagedMessage,
  type ManagedMessageSummary,
} from './infrastructure/messages/managed-messages';
export { MessageSearch } from './infrastructure/messages/message-search';
export { NotificationFigures } from './infrastructure/messages/notification-figures';
export {
  channelStatistics,
  hourStatistics,
  type RecipientStatistics,
  recipientStatistics,
} from './domain/messages/recipient-statistics';
export { MAX_HOURS, RecipientStatisticsQueries } from './infrastructure/messages/recipient-statistics';
export {
  type SubmittedMessage,
  SubmittedMessages,
  type SubmittedPage,
} from './infrastructure/messages/submitted-messages';
export { PushProvidersService } from './application/push-providers/push-providers.service';
export { type ManagedPushProvider, managedPushProvider, pushTestResult } from './domain/push/managed-push-provider';
export { PUSH_PROVIDER_NAMES, type PushProviderName } from './domain/push/push-provider';
export type { StoredPreferences } from './infrastructure/preferences/preference-store';
export { NotificationsModule } from './notifications.module';
