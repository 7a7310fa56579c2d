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
    PackageDownloadsController,
    PublicConfigController,
    PublicLegalController,
    PublicPagesController,
    RegionsController,
    StartupAssetsController,
  ],
  providers: [AppVersions, PackageDownloads, PublicConfigAnswers, PublicPageAnswers, RegionAnswers, StartupAssets],
})
export class PublicModule {}
