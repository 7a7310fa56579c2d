import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { SealedColumns } from '@libs/foundation';
import { IamModule } from '@libs/iam';
import { MemberNotices } from '@libs/kernel';
import { Global, Module } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { DeliveringApps } from './application/deliveries/delivering-apps';
import { DeliveryDrain } from './application/deliveries/delivery-drain';
import { DeliverySweeps } from './application/deliveries/delivery-sweeps';
import { MailDrainHandler } from './application/deliveries/mail-drain.handler';
import { PushDrainHandler } from './application/deliveries/push-drain.handler';
import { RecipientTexts } from './application/deliveries/recipient-texts';
import { FanOutHandler } from './application/fan-out/fan-out.handler';
import { WithdrawalHandler } from './application/fan-out/withdrawal.handler';
import { InboxService } from './application/inbox/inbox.service';
import { AudienceTurns } from './application/messages/audience-turns';
import { DeletedAppMessagesHandler } from './application/messages/deleted-app-messages.handler';
import { MessagePublicationService } from './application/messages/message-publication.service';
import { MessagesService } from './application/messages/messages.service';
import { RecipientPreviewsService } from './application/messages/recipient-previews.service';
import { RecordedMessages } from './application/messages/recorded-messages';
import { ScheduledMessagesHandler } from './application/messages/scheduled-messages.handler';
import { SubmissionsService } from './application/messages/submissions.service';
import { ErasedOwnNotices } from './application/own-notices/erased-own-notices.handler';
import { OwnNotices } from './application/own-notices/own-notices.service';
import { NotificationPreferencesService } from './application/preferences/notification-preferences.service';
import { DeletedAppPushHandler } from './application/push/deleted-app-push.handler';
import { PushProvidersService } from './application/push/push-providers.service';
import { PushTestsHandler } from './application/push/push-tests.handler';
import { UnsubscribeService } from './application/unsubscribe/unsubscribe.service';
import { MessageRepository } from './domain/messages/message.repository';
import { AudiencePreviews } from './infrastructure/audience/audience-previews';
import { Audiences } from './infrastructure/audience/audiences';
import { NamedRecipientsQuery } from './infrastructure/audience/named-recipients';
import { DeliveryQueue } from './infrastructure/deliveries/delivery-queue';
import { DeliverySettlements } from './infrastructure/deliveries/delivery-settlements';
import { DeliveryTurns } from './infrastructure/deliveries/delivery-turns';
import { DueDeliveries } from './infrastructure/deliveries/due-deliveries';
import { MessageTexts } from './infrastructure/deliveries/message-texts';
import { FanOutBatches } from './infrastructure/fan-out/fan-out-batches';
import { FanOuts } from './infrastructure/fan-out/fan-outs';
import { StalledFanOuts } from './infrastructure/fan-out/stalled-fan-outs';
import { Withdrawals } from './infrastructure/fan-out/withdrawals';
import { InboxCounters } from './infrastructure/inbox/inbox-counters';
import { InboxItems } from './infrastructure/inbox/inbox-items';
import { InboxPages } from './infrastructure/inbox/inbox-pages';
import { InboxSizes } from './infrastructure/inbox/inbox-sizes';
import { PersonalInbox } from './infrastructure/inbox/personal-inbox';
import { ManagedMessages } from './infrastructure/messages/managed-messages';
import { NotificationFigures } from './infrastructure/messages/notification-figures';
import { NotificationMessageSchema } from './infrastructure/messages/message.schema';
import { RecipientStatisticsQueries } from './infrastructure/messages/recipient-statistics';
import { SubmittedMessages } from './infrastructure/messages/submitted-messages';
import { TypeOrmMessageRepository } from './infrastructure/messages/typeorm-message.repository';
import { OwnNoticeStore } from './infrastructure/own-notices/own-notice-store';
import { PersonalPreferences } from './infrastructure/preferences/personal-preferences';
import { PreferenceStore } from './infrastructure/preferences/preference-store';
import { PushAccessTokens, SEALED_PUSH_TOKENS } from './infrastructure/push/push-access-tokens';
import { PushDevices } from './infrastructure/push/push-devices';
import { PushPauses } from './infrastructure/push/push-pauses';
import { PushProviderStore, SEALED_PUSH_CREDENTIALS } from './infrastructure/push/push-provider-store';
import { PushRoutes } from './infrastructure/push/push-routes';
import { UnsubscribeLinks } from './infrastructure/unsubscribe/unsubscribe-links';

/** Global, since other contexts have something to tell through the kernel's port, and must not know this one. */
@Global()
@Module({
  imports: [AppsModule, ContentModule, IamModule],
  providers: [
    AudiencePreviews,
    Audiences,
    AudienceTurns,
    DeletedAppMessagesHandler,
    DeletedAppPushHandler,
    DeliveringApps,
    DeliveryDrain,
    DeliveryQueue,
    DeliverySettlements,
    DeliverySweeps,
    DeliveryTurns,
    DueDeliveries,
    ErasedOwnNotices,
    FanOutBatches,
    FanOutHandler,
    FanOuts,
    InboxCounters,
    InboxItems,
    InboxPages,
    InboxSizes,
    InboxService,
    MailDrainHandler,
    ManagedMessages,
    MessagePublicationService,
    MessagesService,
    MessageTexts,
    NotificationFigures,
    NamedRecipientsQuery,
    NotificationPreferencesService,
    OwnNotices,
    OwnNoticeStore,
    PersonalInbox,
    PersonalPreferences,
    PreferenceStore,
    PushAccessTokens,
    PushDevices,
    PushDrainHandler,
    PushPauses,
    PushProvidersService,
    PushProviderStore,
    PushRoutes,
    PushTestsHandler,
    RecipientPreviewsService,
    RecipientStatisticsQueries,
    RecipientTexts,
    RecordedMessages,
    ScheduledMessagesHandler,
    StalledFanOuts,
    SubmissionsService,
    SubmittedMessages,
    UnsubscribeLinks,
    UnsubscribeService,
    WithdrawalHandler,
    Withdrawals,
    { provide: MemberNotices, useExisting: OwnNotices },
    { provide: MessageRepository, useClass: TypeOrmMessageRepository },
  ],
  exports: [
    InboxService,
    InboxSizes,
    ManagedMessages,
    MemberNotices,
    MessagePublicationService,
    MessagesService,
    NotificationFigures,
    NotificationPreferencesService,
    PushProvidersService,
    RecipientPreviewsService,
    RecipientStatisticsQueries,
    SubmissionsService,
    SubmittedMessages,
    UnsubscribeService,
  ],
})
export class NotificationsModule {
  static readonly entities: EntitySchema[] = [NotificationMessageSchema];

  constructor(sealed: SealedColumns) {
    for (const column of [SEALED_PUSH_CREDENTIALS, SEALED_PUSH_TOKENS]) sealed.register(column);
  }
}
