import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import type { EntitySchema } from 'typeorm';
import { PackageLinks } from './application/package-links';
import { ReleasePublicationService } from './application/release-publication.service';
import { ReleasesService } from './application/releases.service';
import { ReleaseRepository } from './domain/release.repository';
import { PublishedReleases } from './infrastructure/published-releases';
import { ReleaseApps } from './infrastructure/release-apps';
import { ReleaseDownloads } from './infrastructure/release-downloads';
import { ReleasePointers } from './infrastructure/release-pointers';
import { ReleaseQueries } from './infrastructure/release-queries';
import { ReleaseSchema } from './infrastructure/release.schema';
import { TypeOrmReleaseRepository } from './infrastructure/typeorm-release.repository';
import { VersionNames } from './infrastructure/version-names';

@Module({
  imports: [FilesModule],
  providers: [
    PackageLinks,
    PublishedReleases,
    ReleaseApps,
    ReleaseDownloads,
    ReleasePointers,
    ReleasePublicationService,
    ReleaseQueries,
    ReleasesService,
    VersionNames,
    { provide: ReleaseRepository, useClass: TypeOrmReleaseRepository },
  ],
  exports: [
    PackageLinks,
    PublishedReleases,
    ReleaseApps,
    ReleaseDownloads,
    ReleasePublicationService,
    ReleaseQueries,
    ReleasesService,
    VersionNames,
  ],
})
export class ReleasesModule {
  static readonly entities: EntitySchema[] = [ReleaseSchema];
}
