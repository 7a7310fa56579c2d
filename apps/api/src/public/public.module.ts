import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { OperationsModule } from '@libs/operations';
import { RegionsModule } from '@libs/regions';
import { PublicConfigAnswers } from './config/public-config-answers';
import { PublicConfigController } from './config/public-config.controller';
import { PublicLegalController } from './pages/public-legal.controller';
import { PublicPageAnswers } from './pages/public-page-answers';
import { PublicPagesController } from './pages/public-pages.controller';
import { RegionAnswers } from './regions/region-answers';
import { RegionsController } from './regions/regions.controller';

/** The anonymous surface of an App. */
@Module({
  imports: [AppsModule, ContentModule, OperationsModule, RegionsModule],
  controllers: [PublicConfigController, PublicLegalController, PublicPagesController, RegionsController],
  providers: [PublicConfigAnswers, PublicPageAnswers, RegionAnswers],
})
export class PublicModule {}
