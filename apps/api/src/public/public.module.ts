import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { OperationsModule } from '@libs/operations';
import { RegionsModule } from '@libs/regions';
import { ReleasesModule } from '@libs/releases';
import { AppVersionController } from './app-version/app-version.controller';
import { AppVersions } from './app-version/app-versions';
import { PackageDownloads } from './app-version/package-downloads';
import { PackageDownloadsController } from './app-version/package-downloads.controller';
import { ReleaseReportsController } from './app-version/release-reports.controller';
import { UniUpgradeCenterController } from './compat/uni-upgrade-center.controller';
import { UniUpgrades } from './compat/uni-upgrades';
import { AvatarsController } from './avatars/avatars.controller';
import { PublicConfigAnswers } from './config/public-config-answers';
import { PublicConfigController } from './config/public-config.controller';
import { PublicLegalController } from './pages/public-legal.controller';
import { PublicPageAnswers } from './pages/public-page-answers';
import { PublicPagesController } from './pages/public-pages.controller';
import { RegionAnswers } from './regions/region-answers';
import { RegionsController } from './regions/regions.controller';
import { StartupAssets } from './startup-assets/startup-assets';
import { StartupAssetsController } from './startup-assets/startup-assets.controller';

/** The anonymous surface of an App. */
@Module({
  imports: [AppsModule, ContentModule, FilesModule, OperationsModule, RegionsModule, ReleasesModule],
  controllers: [
    AppVersionController,
    AvatarsController,
    PackageDownloadsController,
    PublicConfigController,
    PublicLegalController,
    PublicPagesController,
    RegionsController,
    ReleaseReportsController,
    StartupAssetsController,
    UniUpgradeCenterController,
  ],
  providers: [
    AppVersions,
    PackageDownloads,
    PublicConfigAnswers,
    PublicPageAnswers,
    RegionAnswers,
    StartupAssets,
    UniUpgrades,
  ],
})
export class PublicModule {}
