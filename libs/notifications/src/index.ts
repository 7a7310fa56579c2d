export { NotificationPreferencesService } from './application/notification-preferences.service';
export {
  type Channel,
  type ChannelSwitches,
  MESSAGE_TYPES,
  type MessageType,
  type NotificationPreferenceChanges,
} from './domain/notification-preferences';
export type { StoredPreferences } from './infrastructure/preference-store';
export { NotificationsModule } from './notifications.module';
