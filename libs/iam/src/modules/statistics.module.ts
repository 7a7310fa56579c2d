import { Module } from '@nestjs/common';
import { OperationsModule } from '@libs/operations';
import { MemberStatistics } from '../infrastructure/statistics/member-statistics';
import { MemberStatisticsSweeper } from '../infrastructure/statistics/member-statistics-sweeper';
import { TenantTimeZones } from '../infrastructure/statistics/tenant-time-zones';

@Module({
  imports: [OperationsModule],
  providers: [MemberStatistics, MemberStatisticsSweeper, TenantTimeZones],
  exports: [MemberStatistics, TenantTimeZones],
})
export class StatisticsModule {}
