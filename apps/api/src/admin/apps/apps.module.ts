import { Module } from '@nestjs/common';
import { AdminAppAnswers } from './admin-app-answers';
import { AdminAppOnboardingController } from './admin-app-onboarding.controller';
import { AdminAppsController } from './admin-apps.controller';

@Module({
  controllers: [AdminAppsController, AdminAppOnboardingController],
  providers: [AdminAppAnswers],
})
export class AdminAppsModule {}
