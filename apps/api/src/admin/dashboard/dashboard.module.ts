import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { NotificationsModule } from '@libs/notifications';
import { OperationsModule } from '@libs/operations';
import { ReleasesModule } from '@libs/releases';
import { AdminDashboardController } from './admin-dashboard.controller';
import { DashboardSummaries } from './dashboard-summaries';
import { DashboardTrends } from './dashboard-trends';

@Module({
  imports: [AppsModule, IamModule, NotificationsModule, OperationsModule, ReleasesModule],
  controllers: [AdminDashboardController],
  providers: [DashboardSummaries, DashboardTrends],
})
export class AdminDashboardModule {}
