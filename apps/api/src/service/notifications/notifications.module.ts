import { Module } from '@nestjs/common';
import { ServiceNotificationsController } from './service-notifications.controller';

@Module({ controllers: [ServiceNotificationsController] })
export class ServiceNotificationsModule {}
