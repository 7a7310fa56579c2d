import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ReleasesModule } from '@libs/releases';
import { AdminReleasesController } from './admin-releases.controller';
import { LegacyReleasesController } from './legacy-releases.controller';
import { ReleaseInsightsController } from './release-insights.controller';

@Module({
  imports: [AppsModule, ReleasesModule],
  controllers: [ReleaseInsightsController, AdminReleasesController, LegacyReleasesController],
})
export class AdminReleasesModule {}
