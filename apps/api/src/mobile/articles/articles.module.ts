import { Module } from '@nestjs/common';
import { PublicArticlesModule } from '../../public/articles/articles.module';
import { ArticleCategoriesController } from './article-categories.controller';
import { ArticlesController } from './articles.controller';

@Module({ imports: [PublicArticlesModule], controllers: [ArticleCategoriesController, ArticlesController] })
export class ArticlesModule {}
