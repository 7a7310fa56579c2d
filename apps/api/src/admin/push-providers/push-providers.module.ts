import { Module } from '@nestjs/common';
import { NotificationsModule } from '@libs/notifications';
import { AdminPushProvidersController } from './admin-push-providers.controller';

@Module({ imports: [NotificationsModule], controllers: [AdminPushProvidersController] })
export class AdminPushProvidersModule {}
