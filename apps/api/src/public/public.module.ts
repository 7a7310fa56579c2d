import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { OperationsModule } from '@libs/operations';
import { PublicConfigAnswers } from './config/public-config-answers';
import { PublicConfigController } from './config/public-config.controller';
import { PublicLegalController } from './pages/public-legal.controller';
import { PublicPageAnswers } from './pages/public-page-answers';
import { PublicPagesController } from './pages/public-pages.controller';

/** The anonymous surface of an App. */
@Module({
  imports: [AppsModule, ContentModule, OperationsModule],
  controllers: [PublicConfigController, PublicLegalController, PublicPagesController],
  providers: [PublicConfigAnswers, PublicPageAnswers],
})
export class PublicModule {}
