import { MemberNotices } from '@libs/kernel';
import { Module } from '@nestjs/common';
import { ErasedOwnNotices } from '../application/own-notices/erased-own-notices.handler';
import { OwnNotices } from '../application/own-notices/own-notices.service';
import { OwnNoticeStore } from '../infrastructure/own-notices/own-notice-store';
import { DeliveriesModule } from './deliveries.module';

@Module({
  imports: [DeliveriesModule],
  providers: [ErasedOwnNotices, OwnNotices, OwnNoticeStore, { provide: MemberNotices, useExisting: OwnNotices }],
  exports: [MemberNotices],
})
export class OwnNoticesModule {}
