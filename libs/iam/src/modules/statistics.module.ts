import { Module } from '@nestjs/common';
import { OperationsModule } from '@libs/operations';
import { MemberStatistics } from '../infrastructure/statistics/member-statistics';
import { MemberStatisticsSweeper } from '../infrastructure/statistics/member-statistics-sweeper';

@Module({
  imports: [OperationsModule],
  providers: [MemberStatistics, MemberStatisticsSweeper],
  exports: [MemberStatistics],
})
export class StatisticsModule {}
