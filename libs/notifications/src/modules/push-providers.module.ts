import { Module } from '@nestjs/common';
import { DeletedAppPushHandler } from '../application/push-providers/deleted-app-push.handler';
import { PushProvidersService } from '../application/push-providers/push-providers.service';
import { PushTestsHandler } from '../application/push-providers/push-tests.handler';
import { PushModule } from './push.module';
import { DeliveriesModule } from './deliveries.module';

@Module({
  imports: [PushModule, DeliveriesModule],
  providers: [DeletedAppPushHandler, PushProvidersService, PushTestsHandler],
  exports: [PushProvidersService],
})
export class PushProvidersModule {}
