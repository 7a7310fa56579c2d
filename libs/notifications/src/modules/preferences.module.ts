import { Module } from '@nestjs/common';
import { NotificationPreferencesService } from '../application/preferences/notification-preferences.service';
import { PersonalPreferences } from '../infrastructure/preferences/personal-preferences';
import { PreferenceStore } from '../infrastructure/preferences/preference-store';

@Module({
  providers: [NotificationPreferencesService, PersonalPreferences, PreferenceStore],
  exports: [NotificationPreferencesService],
})
export class PreferencesModule {}
