import { Global, Module } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { NotificationMessageSchema } from './infrastructure/messages/message.schema';
import { AudienceModule } from './modules/audience.module';
import { DeliveriesModule } from './modules/deliveries.module';
import { FanOutModule } from './modules/fan-out.module';
import { InboxModule } from './modules/inbox.module';
import { MessagesModule } from './modules/messages.module';
import { OwnNoticesModule } from './modules/own-notices.module';
import { PreferencesModule } from './modules/preferences.module';
import { PushModule } from './modules/push.module';
import { PushProvidersModule } from './modules/push-providers.module';
import { TestSendsModule } from './modules/test-sends.module';
import { UnsubscribeModule } from './modules/unsubscribe.module';

/** One module per folder, bottom up. */
const FOLDERS = [
  PreferencesModule,
  AudienceModule,
  MessagesModule,
  InboxModule,
  UnsubscribeModule,
  PushModule,
  DeliveriesModule,
  FanOutModule,
  OwnNoticesModule,
  PushProvidersModule,
  TestSendsModule,
];

/**
 * Global, since other contexts have something to tell through the kernel's port, and must not know this one. The index
 * decides what others may use.
 */
@Global()
@Module({ imports: FOLDERS, exports: FOLDERS })
export class NotificationsModule {
  static readonly entities: EntitySchema[] = [NotificationMessageSchema];
}
