import { Module } from '@nestjs/common';
import { NotificationPreferencesService } from './application/notification-preferences.service';
import { PersonalPreferences } from './infrastructure/personal-preferences';
import { PreferenceStore } from './infrastructure/preference-store';

@Module({
  providers: [NotificationPreferencesService, PersonalPreferences, PreferenceStore],
  exports: [NotificationPreferencesService],
})
export class NotificationsModule {}
