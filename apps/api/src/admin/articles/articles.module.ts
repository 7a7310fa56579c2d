import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { AdminArticlePublicationController } from './admin-article-publication.controller';
import { AdminArticlesController } from './admin-articles.controller';

@Module({
  imports: [ContentModule],
  controllers: [AdminArticlesController, AdminArticlePublicationController],
})
export class AdminArticlesModule {}
