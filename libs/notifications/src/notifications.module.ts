import { Global, Module } from '@nestjs/common';
import { MemberNotices } from '@libs/kernel';
import { ErasedOwnNotices } from './application/own-notices/erased-own-notices.handler';
import { OwnNotices } from './application/own-notices/own-notices.service';
import { Module } from '@nestjs/common';
import { DeletedAppPushHandler } from './application/push/deleted-app-push.handler';
import { PushProvidersService } from './application/push/push-providers.service';
import { PushTestsHandler } from './application/push/push-tests.handler';
import { FanOutHandler } from './application/fan-out/fan-out.handler';
import { WithdrawalHandler } from './application/fan-out/withdrawal.handler';
import { InboxService } from './application/inbox/inbox.service';
import { NotificationPreferencesService } from './application/preferences/notification-preferences.service';
import { OwnNoticeStore } from './infrastructure/own-notices/own-notice-store';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { IamModule } from '@libs/iam';
import { Module } from '@nestjs/common';
import { DeliveringApps } from './application/deliveries/delivering-apps';
import { DeliveryDrain } from './application/deliveries/delivery-drain';
import { DeliverySweeps } from './application/deliveries/delivery-sweeps';
import { MailDrainHandler } from './application/deliveries/mail-drain.handler';
import { PushDrainHandler } from './application/deliveries/push-drain.handler';
import { RecipientTexts } from './application/deliveries/recipient-texts';
import { NotificationPreferencesService } from './application/preferences/notification-preferences.service';
import { UnsubscribeService } from './application/unsubscribe/unsubscribe.service';
import { PersonalPreferences } from './infrastructure/preferences/personal-preferences';
import { PreferenceStore } from './infrastructure/preferences/preference-store';

import { DeliveryQueue } from './infrastructure/deliveries/delivery-queue';
import { DeliverySettlements } from './infrastructure/deliveries/delivery-settlements';
import { DeliveryTurns } from './infrastructure/deliveries/delivery-turns';
import { DueDeliveries } from './infrastructure/deliveries/due-deliveries';
import { MessageTexts } from './infrastructure/deliveries/message-texts';
import { PushPauses } from './infrastructure/push/push-pauses';
import { PushRoutes } from './infrastructure/push/push-routes';
import { UnsubscribeLinks } from './infrastructure/unsubscribe/unsubscribe-links';
import { PushDevices } from './infrastructure/push/push-devices';
import { PushAccessTokens } from './infrastructure/push/push-access-tokens';
import { PushProviderStore } from './infrastructure/push/push-provider-store';
import { PushRoutes } from './infrastructure/push/push-routes';
import { FanOutBatches } from './infrastructure/fan-out/fan-out-batches';
import { FanOuts } from './infrastructure/fan-out/fan-outs';
import { StalledFanOuts } from './infrastructure/fan-out/stalled-fan-outs';
import { Withdrawals } from './infrastructure/fan-out/withdrawals';
import { InboxCounters } from './infrastructure/inbox/inbox-counters';
import { InboxItems } from './infrastructure/inbox/inbox-items';
import { InboxPages } from './infrastructure/inbox/inbox-pages';
import { PersonalInbox } from './infrastructure/inbox/personal-inbox';

/** Global, since other contexts have something to tell through the kernel's port, and must not know this one. */
@Global()
@Module({
  providers: [
    DeletedAppPushHandler,
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
  imports: [AppsModule, ContentModule, IamModule],
  providers: [
    DeliveringApps,
    DeliveryDrain,
    DeliveryQueue,
    DeliverySettlements,
    DeliverySweeps,
    DeliveryTurns,
    DueDeliveries,
    FanOuts,
    MailDrainHandler,
    MessageTexts,
    NotificationPreferencesService,
    PersonalPreferences,
    PreferenceStore,
    PushDrainHandler,
    PushPauses,
    PushRoutes,
    RecipientTexts,
    UnsubscribeLinks,
    UnsubscribeService,
  ],
  exports: [NotificationPreferencesService, UnsubscribeService],
import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { Module } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { AudienceTurns } from './application/messages/audience-turns';
import { DeletedAppMessagesHandler } from './application/messages/deleted-app-messages.handler';
import { MessagePublicationService } from './application/messages/message-publication.service';
import { MessagesService } from './application/messages/messages.service';
import { RecipientPreviewsService } from './application/messages/recipient-previews.service';
import { RecordedMessages } from './application/messages/recorded-messages';
import { ScheduledMessagesHandler } from './application/messages/scheduled-messages.handler';
import { NotificationPreferencesService } from './application/preferences/notification-preferences.service';
import { MessageRepository } from './domain/messages/message.repository';
import { AudiencePreviews } from './infrastructure/audience/audience-previews';
import { Audiences } from './infrastructure/audience/audiences';
import { DeliveryQueue } from './infrastructure/deliveries/delivery-queue';
import { FanOuts } from './infrastructure/fan-out/fan-outs';
import { ManagedMessages } from './infrastructure/messages/managed-messages';
import { NotificationMessageSchema } from './infrastructure/messages/message.schema';
import { RecipientStatisticsQueries } from './infrastructure/messages/recipient-statistics';
import { TypeOrmMessageRepository } from './infrastructure/messages/typeorm-message.repository';
import { PersonalPreferences } from './infrastructure/preferences/personal-preferences';
import { PreferenceStore } from './infrastructure/preferences/preference-store';

@Module({
  imports: [AppsModule, IamModule],
  providers: [
    AudiencePreviews,
    Audiences,
    AudienceTurns,
    DeletedAppMessagesHandler,
    DeliveryQueue,
    FanOuts,
    ManagedMessages,
    MessagePublicationService,
    MessagesService,
    NotificationPreferencesService,
    PersonalPreferences,
    PreferenceStore,
    RecipientPreviewsService,
    RecipientStatisticsQueries,
    RecordedMessages,
    ScheduledMessagesHandler,
    { provide: MessageRepository, useClass: TypeOrmMessageRepository },
  ],
  exports: [
    ManagedMessages,
    MessagePublicationService,
    MessagesService,
    NotificationPreferencesService,
    RecipientPreviewsService,
    RecipientStatisticsQueries,
  ],
    FanOuts,
    NotificationPreferencesService,
    PersonalPreferences,
    PreferenceStore,
    PushAccessTokens,
    PushDevices,
    PushProviderStore,
    PushProvidersService,
    PushRoutes,
    PushTestsHandler,
  ],
  exports: [NotificationPreferencesService, PushProvidersService],
    DeliveryQueue,
    FanOutBatches,
    FanOutHandler,
    FanOuts,
    InboxCounters,
    InboxItems,
    InboxPages,
    InboxService,
    NotificationPreferencesService,
    PersonalInbox,
    PersonalPreferences,
    PreferenceStore,
    StalledFanOuts,
    WithdrawalHandler,
    Withdrawals,
  ],
  exports: [InboxService, NotificationPreferencesService],
})
export class NotificationsModule {
  static readonly entities: EntitySchema[] = [NotificationMessageSchema];
}
