import { Module } from '@nestjs/common';
import { NotificationPreferencesService } from './application/preferences/notification-preferences.service';
import { PersonalPreferences } from './infrastructure/preferences/personal-preferences';
import { PreferenceStore } from './infrastructure/preferences/preference-store';

import { DeliveryQueue } from './infrastructure/deliveries/delivery-queue';
import { FanOuts } from './infrastructure/fan-out/fan-outs';

@Module({
  providers: [DeliveryQueue, FanOuts, NotificationPreferencesService, PersonalPreferences, PreferenceStore],
  exports: [NotificationPreferencesService],
})
export class NotificationsModule {}
