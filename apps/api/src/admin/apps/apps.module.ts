import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import { AdminAppAnswers } from './admin-app-answers';
import { AdminAppOnboardingController } from './admin-app-onboarding.controller';
import { AdminAppsController } from './admin-apps.controller';
import { NamedImages } from './named-images';

@Module({
  imports: [FilesModule],
  controllers: [AdminAppsController, AdminAppOnboardingController],
  providers: [AdminAppAnswers, NamedImages],
})
export class AdminAppsModule {}
