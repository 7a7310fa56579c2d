import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { type SupportedLocale } from '@libs/kernel';
import { Answers } from '../../http/answers/answers';
import { Conditional, PERSONAL_HEADERS } from '../../http/answers/cacheable';
import { ArticleAnswers } from '../../public/articles/article-answers';
import { MobileArticleCategoryListResponse } from '../../public/articles/articles.dto';
import { AnswerLocale, CurrentApp } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';

@MobileController('article-categories', 'Articles')
export class ArticleCategoriesController {
  constructor(private readonly answers: ArticleAnswers) {}

  @Get()
  @ApiOperation({
    summary: 'List the categories of articles, for members',
    description: 'The same as `GET /api/v1/public/article-categories`.',
  })
  @Conditional(PERSONAL_HEADERS)
  @Answers(MobileArticleCategoryListResponse, { headers: PERSONAL_HEADERS })
  listArticleCategories(@CurrentApp() app: AppSnapshot, @AnswerLocale() locale: SupportedLocale) {
    return this.answers.categoryList(app, locale, null);
  }
}
