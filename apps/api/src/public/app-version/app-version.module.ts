import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import { ReleasesModule } from '@libs/releases';
import { AppVersionController } from './app-version.controller';
import { AppVersions } from './app-versions';
import { KnownAppVersions } from './known-app-versions';
import { PackageDownloads } from './package-downloads';
import { PackageDownloadsController } from './package-downloads.controller';
import { ReleaseReportsController } from './release-reports.controller';

@Module({
  imports: [FilesModule, ReleasesModule],
  controllers: [AppVersionController, PackageDownloadsController, ReleaseReportsController],
  providers: [AppVersions, KnownAppVersions, PackageDownloads],
  exports: [AppVersions],
})
export class AppVersionModule {}
