import { Module } from '@nestjs/common';
import { ReleasesModule } from '@libs/releases';
import { AppVersionModule } from '../app-version/app-version.module';
import { UniUpgradeCenterController } from './uni-upgrade-center.controller';
import { UniUpgrades } from './uni-upgrades';

/** Routes for clients that were written for another server. */
@Module({
  imports: [ReleasesModule, AppVersionModule],
  controllers: [UniUpgradeCenterController],
  providers: [UniUpgrades],
})
export class CompatModule {}
