import { Global, Module } from '@nestjs/common';
import { MemberNotices } from '@libs/kernel';
import { ErasedOwnNotices } from './application/own-notices/erased-own-notices.handler';
import { OwnNotices } from './application/own-notices/own-notices.service';
import { NotificationPreferencesService } from './application/preferences/notification-preferences.service';
import { OwnNoticeStore } from './infrastructure/own-notices/own-notice-store';
import { PersonalPreferences } from './infrastructure/preferences/personal-preferences';
import { PreferenceStore } from './infrastructure/preferences/preference-store';

import { DeliveryQueue } from './infrastructure/deliveries/delivery-queue';
import { FanOuts } from './infrastructure/fan-out/fan-outs';

/** Global, since other contexts have something to tell through the kernel's port, and must not know this one. */
@Global()
@Module({
  providers: [
    DeliveryQueue,
    ErasedOwnNotices,
    FanOuts,
    NotificationPreferencesService,
    OwnNotices,
    OwnNoticeStore,
    PersonalPreferences,
    PreferenceStore,
    { provide: MemberNotices, useExisting: OwnNotices },
  ],
  exports: [MemberNotices, NotificationPreferencesService],
})
export class NotificationsModule {}
