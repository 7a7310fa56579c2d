import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { IamModule } from '@libs/iam';
import { Module } from '@nestjs/common';
import { ChangedQuietHoursHandler } from '../application/deliveries/changed-quiet-hours.handler';
import { DeliveringApps } from '../application/deliveries/delivering-apps';
import { DeliveryDrain } from '../application/deliveries/delivery-drain';
import { DeliverySweeps } from '../application/deliveries/delivery-sweeps';
import { MailDrainHandler } from '../application/deliveries/mail-drain.handler';
import { PushConclusions } from '../application/deliveries/push-conclusions';
import { PushDrainHandler } from '../application/deliveries/push-drain.handler';
import { RecipientTexts } from '../application/deliveries/recipient-texts';
import { DeliveryQueue } from '../infrastructure/deliveries/delivery-queue';
import { DeliverySettlements } from '../infrastructure/deliveries/delivery-settlements';
import { DeliveryTurns } from '../infrastructure/deliveries/delivery-turns';
import { DueDeliveries } from '../infrastructure/deliveries/due-deliveries';
import { HeldDeliveries } from '../infrastructure/deliveries/held-deliveries';
import { MessageTexts } from '../infrastructure/deliveries/message-texts';
import { UnsubscribeModule } from './unsubscribe.module';
import { PushModule } from './push.module';

@Module({
  imports: [AppsModule, ContentModule, IamModule, UnsubscribeModule, PushModule],
  providers: [
    ChangedQuietHoursHandler,
    DeliveringApps,
    DeliveryDrain,
    DeliveryQueue,
    DeliverySettlements,
    DeliverySweeps,
    DeliveryTurns,
    DueDeliveries,
    HeldDeliveries,
    MailDrainHandler,
    MessageTexts,
    PushConclusions,
    PushDrainHandler,
    RecipientTexts,
  ],
  exports: [DeliveryQueue, DeliveryTurns],
})
export class DeliveriesModule {}
