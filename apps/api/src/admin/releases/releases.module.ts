import { Module } from '@nestjs/common';
import { ReleasesModule } from '@libs/releases';
import { AdminReleasesController } from './admin-releases.controller';
import { LegacyReleasesController } from './legacy-releases.controller';
import { ReleaseInsightsController } from './release-insights.controller';

@Module({
  imports: [ReleasesModule],
  controllers: [ReleaseInsightsController, AdminReleasesController, LegacyReleasesController],
})
export class AdminReleasesModule {}
