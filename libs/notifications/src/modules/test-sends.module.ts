import { Module } from '@nestjs/common';
import { TestSends } from '../application/test-sends/test-sends.service';
import { TestPublications } from '../infrastructure/test-sends/test-publications';
import { AudienceModule } from './audience.module';
import { DeliveriesModule } from './deliveries.module';
import { MessagesModule } from './messages.module';

@Module({
  imports: [AudienceModule, MessagesModule, DeliveriesModule],
  providers: [TestPublications, TestSends],
  exports: [TestSends],
})
export class TestSendsModule {}
