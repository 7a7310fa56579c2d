import { Module } from '@nestjs/common';
import { FanOutHandler } from '../application/fan-out/fan-out.handler';
import { FanOutBatches } from '../infrastructure/fan-out/fan-out-batches';
import { FanOutTotals } from '../infrastructure/fan-out/fan-out-totals';
import { StalledFanOuts } from '../infrastructure/fan-out/stalled-fan-outs';
import { Withdrawals } from '../infrastructure/fan-out/withdrawals';
import { DeliveriesModule } from './deliveries.module';

@Module({
  imports: [DeliveriesModule],
  providers: [FanOutBatches, FanOutHandler, FanOutTotals, StalledFanOuts, Withdrawals],
})
export class FanOutModule {}
