import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import type { MemberSession } from '@libs/iam';
import { DependencyUnavailableError, ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import type { Response } from 'express';
import { Answers, Raises } from '../../http/answers/answers';
import { Conditional, PERSONAL_HEADERS } from '../../http/answers/cacheable';
import { sendCachedAnswer } from '../../http/answers/cached-answer';
import type { ApiRequest } from '../../http/request/request';
import { ArticleAnswers } from '../../public/articles/article-answers';
import { ArticleSlug } from '../../public/articles/article-slug';
import { ArticleListQuery, MobileArticleListResponse, MobileArticleResponse } from '../../public/articles/articles.dto';
import { CurrentApp, CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';

@MobileController('articles', 'Articles')
@Raises(DependencyUnavailableError)
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
  async listArticles(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @Query() query: ArticleListQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    sendCachedAnswer(request, response, await this.answers.list(app, member, query, request.locale));
  }

  @Get(':slug')
  @ApiOperation({
    summary: 'Get a published article',
    description: 'The same as `GET /api/v1/public/articles/{slug}`, including the articles for members.',
  })
  @ArticleSlug()
  @Conditional(PERSONAL_HEADERS)
  @Answers(MobileArticleResponse, { headers: PERSONAL_HEADERS })
  @Raises(ResourceNotFoundError)
  async getArticle(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() { userId }: MemberSession,
    @Param('slug') slug: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    sendCachedAnswer(request, response, await this.answers.articleForMember(app, userId, slug, request.locale));
  }
}
