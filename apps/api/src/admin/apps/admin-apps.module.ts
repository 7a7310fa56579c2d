import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { AdminAppAnswers } from './admin-app-answers';
import { AdminAppOnboardingController } from './admin-app-onboarding.controller';
import { AdminAppsController } from './admin-apps.controller';

@Module({
  imports: [AppsModule, IamModule],
  controllers: [AdminAppsController, AdminAppOnboardingController],
  providers: [AdminAppAnswers],
})
export class AdminAppsModule {}
