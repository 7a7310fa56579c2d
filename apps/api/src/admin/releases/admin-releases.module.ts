import { Module } from '@nestjs/common';
import { ReleasesModule } from '@libs/releases';
import { AdminReleasesController } from './admin-releases.controller';
import { LegacyReleasesController } from './legacy-releases.controller';

@Module({
  imports: [ReleasesModule],
  controllers: [AdminReleasesController, LegacyReleasesController],
})
export class AdminReleasesModule {}
