import { Get, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError } from '@libs/kernel';
import type { Response } from 'express';
import { Answers, Raises } from '../../http/answers/answers';
import { CACHE_HEADERS, Conditional, PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import { sendCachedAnswer } from '../../http/answers/cached-answer';
import type { ApiRequest } from '../../http/request/request';
import { CurrentApp } from '../../surfaces/parameters';
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
  async listPublicArticleCategories(
    @CurrentApp() app: AppSnapshot,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const answer = await this.answers.categoryList(app, request.locale, PUBLIC_MAX_AGE_SECONDS);
    sendCachedAnswer(request, response, answer);
  }
}
