import { Get, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError } from '@libs/kernel';
import type { Response } from 'express';
import { Answers, Raises } from '../../http/answers/answers';
import { Conditional, PERSONAL_HEADERS } from '../../http/answers/cacheable';
import { sendCachedAnswer } from '../../http/answers/cached-answer';
import type { ApiRequest } from '../../http/request/request';
import { ArticleAnswers } from '../../public/articles/article-answers';
import { MobileArticleCategoryListResponse } from '../../public/articles/articles.dto';
import { CurrentApp } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';

@MobileController('article-categories', 'Articles')
@Raises(DependencyUnavailableError)
export class ArticleCategoriesController {
  constructor(private readonly answers: ArticleAnswers) {}

  @Get()
  @ApiOperation({
    summary: 'List the categories of articles, for members',
    description: 'The same as `GET /api/v1/public/article-categories`.',
  })
  @Conditional(PERSONAL_HEADERS)
  @Answers(MobileArticleCategoryListResponse, { headers: PERSONAL_HEADERS })
  async listArticleCategories(
    @CurrentApp() app: AppSnapshot,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    sendCachedAnswer(request, response, await this.answers.categoryList(app, request.locale, null));
  }
}
