import { Get, Param, Query, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import {
  DependencyUnavailableError,
  ResourceNotFoundError,
  type SupportedLocale,
  ValidationFailedError,
} from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { CACHE_HEADERS, Conditional } from '../../http/answers/cacheable';
import type { ApiRequest } from '../../http/request/request';
import { AnswerLocale, CurrentApp } from '../../surfaces/parameters';
import { PublicController } from '../../surfaces/surfaces';
import { ArticleAnswers } from './article-answers';
import { ARTICLE_LOCATION, ArticleSlug } from './article-slug';
import { ArticleListQuery, MobileArticleListResponse, MobileArticleResponse } from './articles.dto';

const ARTICLE_HEADERS = { ...CACHE_HEADERS, ...ARTICLE_LOCATION };

@PublicController('articles', 'Articles')
@Raises(DependencyUnavailableError)
export class PublicArticlesController {
  constructor(private readonly answers: ArticleAnswers) {}

  @Get()
  @ApiOperation({
    summary: 'List published articles for anybody',
    description:
      'Pinned articles come first, then the newest. With `q` the best matches come first: whole titles, beginnings of titles, titles, other texts, each the newest first. For an unknown category or tag the list is empty.',
  })
  @Conditional()
  @Answers(MobileArticleListResponse, { headers: CACHE_HEADERS })
  @Raises(ValidationFailedError)
  listPublicArticles(
    @CurrentApp() app: AppSnapshot,
    @Query() query: ArticleListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    return this.answers.list(app, 'anybody', query, locale);
  }

  @Get(':slug')
  @ApiOperation({
    summary: 'Get a published article for anybody',
    description:
      'The texts are in the locale of the answer, else in the default locale of the App, else in any available language.',
  })
  @ArticleSlug()
  @Conditional(ARTICLE_HEADERS)
  @Answers(MobileArticleResponse, { headers: ARTICLE_HEADERS })
  @Raises(ResourceNotFoundError)
  getPublicArticle(
    @CurrentApp() app: AppSnapshot,
    @Param('slug') slug: string,
    @AnswerLocale() locale: SupportedLocale,
    @Req() { method }: ApiRequest,
  ) {
    return this.answers.article({ app, name: slug, locale, method });
  }
}
