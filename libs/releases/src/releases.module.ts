import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import type { EntitySchema } from 'typeorm';
import { DeletedAppPackagesHandler } from './application/deleted-app-packages.handler';
import { HealthChecksHandler } from './application/health-checks.handler';
import { HealthMailsHandler } from './application/health-mails.handler';
import { HealthGatesService } from './application/health-gates.service';
import { PackageLinks } from './application/package-links';
import { ReleaseImportService } from './application/release-import.service';
import { ReleasePublicationService } from './application/release-publication.service';
import { ReleaseReportsService } from './application/release-reports.service';
import { ReleasesService } from './application/releases.service';
import { UpgradeDecisions } from './application/upgrade-decisions';
import { VersionedReleases } from './application/versioned-releases';
import { ReleaseRepository } from './domain/release.repository';
import { PublishedReleases } from './infrastructure/published-releases';
import { ReleaseApps } from './infrastructure/release-apps';
import { ReleaseDevices } from './infrastructure/release-devices';
import { ReleaseDownloads } from './infrastructure/release-downloads';
import { ReleaseFigures } from './infrastructure/release-figures';
import { ReleaseHealth } from './infrastructure/release-health';
import { ReleasePointers } from './infrastructure/release-pointers';
import { ReleaseQueries } from './infrastructure/release-queries';
import { ReleaseReports } from './infrastructure/release-reports';
import { ReleaseReportsSweeper } from './infrastructure/release-reports-sweeper';
import { ReleaseSearch } from './infrastructure/release-search';
import { ReleaseStatistics } from './infrastructure/release-statistics';
import { ReleaseVersions } from './infrastructure/release-versions';
import { ReleaseSchema } from './infrastructure/release.schema';
import { TypeOrmReleaseRepository } from './infrastructure/typeorm-release.repository';
import { VersionNames } from './infrastructure/version-names';

const PROVIDERS = [
  DeletedAppPackagesHandler,
  HealthChecksHandler,
  HealthGatesService,
  HealthMailsHandler,
  PackageLinks,
  PublishedReleases,
  ReleaseApps,
  ReleaseDevices,
  ReleaseDownloads,
  ReleaseFigures,
  ReleaseHealth,
  ReleaseImportService,
  ReleasePointers,
  ReleasePublicationService,
  ReleaseQueries,
  ReleaseReports,
  ReleaseReportsService,
  ReleaseReportsSweeper,
  ReleaseSearch,
  ReleaseStatistics,
  ReleaseVersions,
  ReleasesService,
  UpgradeDecisions,
  VersionNames,
  VersionedReleases,
  { provide: ReleaseRepository, useClass: TypeOrmReleaseRepository },
];

@Module({ imports: [FilesModule], providers: PROVIDERS, exports: PROVIDERS })
export class ReleasesModule {
  static readonly entities: EntitySchema[] = [ReleaseSchema];
}
