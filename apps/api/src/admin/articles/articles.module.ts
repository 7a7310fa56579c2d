import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { AdminArticleBatchesController } from './admin-article-batches.controller';
import { AdminArticleInsightsController } from './admin-article-insights.controller';
import { AdminArticlePublicationController } from './admin-article-publication.controller';
import { AdminArticlesController } from './admin-articles.controller';

@Module({
  imports: [ContentModule],
  controllers: [
    AdminArticlesController,
    AdminArticlePublicationController,
    AdminArticleBatchesController,
    AdminArticleInsightsController,
  ],
})
export class AdminArticlesModule {}
