import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { ContentImagesModule } from '../content-images/content-images.module';
import { ArticleAnswers } from './article-answers';
import { ArticleCoversController } from './article-covers.controller';
import { PublicArticleCategoriesController } from './public-article-categories.controller';
import { PublicArticlesController } from './public-articles.controller';

@Module({
  imports: [ContentModule, ContentImagesModule],
  controllers: [ArticleCoversController, PublicArticleCategoriesController, PublicArticlesController],
  providers: [ArticleAnswers],
  exports: [ArticleAnswers],
})
export class PublicArticlesModule {}
