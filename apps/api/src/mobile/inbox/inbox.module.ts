import { Module } from '@nestjs/common';
import { NotificationsModule } from '@libs/notifications';
import { InboxController } from './inbox.controller';

@Module({ imports: [NotificationsModule], controllers: [InboxController] })
export class InboxModule {}
