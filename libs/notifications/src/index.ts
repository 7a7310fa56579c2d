export { NotificationPreferencesService } from './application/preferences/notification-preferences.service';
export { UnsubscribeService } from './application/unsubscribe/unsubscribe.service';
export {
  type Channel,
  type ChannelSwitches,
  MESSAGE_TYPES,
  type MessageType,
  type NotificationPreferenceChanges,
} from './domain/preferences/notification-preferences';
export { UnsubscribeLinkInvalidError } from './domain/unsubscribe.errors';
export type { StoredPreferences } from './infrastructure/preferences/preference-store';
export { NotificationsModule } from './notifications.module';
