import { Get, Param, Query, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import type { MemberSession } from '@libs/iam';
import { ResourceNotFoundError, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { Conditional, PERSONAL_HEADERS } from '../../http/answers/cacheable';
import type { ApiRequest } from '../../http/request/request';
import { ArticleAnswers } from '../../public/articles/article-answers';
import { ARTICLE_LOCATION, ArticleSlug } from '../../public/articles/article-slug';
import { ArticleListQuery, MobileArticleListResponse, MobileArticleResponse } from '../../public/articles/articles.dto';
import { AnswerLocale, CurrentApp, CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';

const ARTICLE_HEADERS = { ...PERSONAL_HEADERS, ...ARTICLE_LOCATION };

@MobileController('articles', 'Articles')
export class ArticlesController {
  constructor(private readonly answers: ArticleAnswers) {}

  @Get()
  @ApiOperation({
    summary: 'List published articles',
    description: 'The same as `GET /api/v1/public/articles`, including the articles for members.',
  })
  @Conditional(PERSONAL_HEADERS)
  @Answers(MobileArticleListResponse, { headers: PERSONAL_HEADERS })
  @Raises(ValidationFailedError)
  listArticles(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @Query() query: ArticleListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    return this.answers.list(app, member, query, locale);
  }

  @Get(':slug')
  @ApiOperation({
    summary: 'Get a published article',
    description: 'The same as `GET /api/v1/public/articles/{slug}`, including the articles for members.',
  })
  @ArticleSlug()
  @Conditional(ARTICLE_HEADERS)
  @Answers(MobileArticleResponse, { headers: ARTICLE_HEADERS })
  @Raises(ResourceNotFoundError)
  getArticle(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() { userId }: MemberSession,
    @Param('slug') slug: string,
    @AnswerLocale() locale: SupportedLocale,
    @Req() { method }: ApiRequest,
  ) {
    return this.answers.articleForMember({ app, name: slug, locale, method }, userId);
  }
}
