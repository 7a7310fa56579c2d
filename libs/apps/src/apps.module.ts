import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import type { EntitySchema } from 'typeorm';
import { AppLifecycleService } from './application/app-lifecycle.service';
import { AppSettingsService } from './application/app-settings.service';
import { AppsService } from './application/apps.service';
import { OnboardingService } from './application/onboarding.service';
import { AppImages } from './domain/app-images';
import { AppRepository } from './domain/app.repository';
import { AppDirectory } from './infrastructure/app-directory';
import { AppIds } from './infrastructure/app-ids';
import { AppSearch } from './infrastructure/app-search';
import { AppQueries } from './infrastructure/app-queries';
import { AppSchema, OnboardingRevisionSchema } from './infrastructure/app.schema';
import { FileAppImages } from './infrastructure/file-app-images';
import { ManagedApps } from './infrastructure/managed-apps';
import { TypeOrmAppRepository } from './infrastructure/typeorm-app.repository';

const PROVIDERS = [
  AppDirectory,
  AppIds,
  AppLifecycleService,
  AppQueries,
  AppSearch,
  AppSettingsService,
  AppsService,
  ManagedApps,
  OnboardingService,
  { provide: AppImages, useClass: FileAppImages },
  { provide: AppRepository, useClass: TypeOrmAppRepository },
];

@Module({ imports: [ContentModule, FilesModule], providers: PROVIDERS, exports: PROVIDERS })
export class AppsModule {
  static readonly entities: EntitySchema[] = [AppSchema, OnboardingRevisionSchema];
}
