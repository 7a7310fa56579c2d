import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError, type SupportedLocale } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { CACHE_HEADERS, Conditional, PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import { AnswerLocale, CurrentApp } from '../../surfaces/parameters';
import { PublicController } from '../../surfaces/surfaces';
import { ArticleAnswers } from './article-answers';
import { MobileArticleCategoryListResponse } from './articles.dto';

@PublicController('article-categories', 'Articles')
@Raises(DependencyUnavailableError)
export class PublicArticleCategoriesController {
  constructor(private readonly answers: ArticleAnswers) {}

  @Get()
  @ApiOperation({
    summary: 'List the categories of articles',
    description: 'Disabled categories and their descendants are left out. A category may have no articles.',
  })
  @Conditional()
  @Answers(MobileArticleCategoryListResponse, { headers: CACHE_HEADERS })
  listPublicArticleCategories(@CurrentApp() app: AppSnapshot, @AnswerLocale() locale: SupportedLocale) {
    return this.answers.categoryList(app, locale, PUBLIC_MAX_AGE_SECONDS);
  }
}
