import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import type { EntitySchema } from 'typeorm';
import { AppsService } from './application/apps.service';
import { AppRepository } from './domain/app.repository';
import { AppDirectory } from './infrastructure/app-directory';
import { AppSchema } from './infrastructure/app.schema';
import { TypeOrmAppRepository } from './infrastructure/typeorm-app.repository';

@Module({
  imports: [ContentModule],
  providers: [AppsService, AppDirectory, { provide: AppRepository, useClass: TypeOrmAppRepository }],
  exports: [AppsService, AppDirectory],
})
export class AppsModule {
  static readonly entities: EntitySchema[] = [AppSchema];
}
