import { Module } from '@nestjs/common';
import { ServiceNotificationsModule } from './notifications/notifications.module';
import { ServiceOAuthModule } from './oauth/oauth.module';

/** What API clients call, one module per folder. */
@Module({ imports: [ServiceNotificationsModule, ServiceOAuthModule] })
export class ServiceModule {}
