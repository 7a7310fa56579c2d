import { Module } from '@nestjs/common';
import { NotificationsModule } from '@libs/notifications';
import { AdminMessagesController } from './admin-messages.controller';
import { AdminNoticesController } from './admin-notices.controller';

@Module({ imports: [NotificationsModule], controllers: [AdminNoticesController, AdminMessagesController] })
export class AdminNotificationsModule {}
