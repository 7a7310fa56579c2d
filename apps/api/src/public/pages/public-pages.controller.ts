import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError, ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { Answers, Raises } from '../../http/answers/answers';
import { sendCachedAnswer } from '../../http/answers/cached-answer';
import { CurrentApp } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { PublicController } from '../../surfaces/surfaces';
import { CACHE_HEADERS, Conditional } from '../../http/answers/cacheable';
import { PublicPageAnswers } from './public-page-answers';
import { AppPublicPageResponse } from './public-pages.dto';

@PublicController('pages', 'Pages')
export class PublicPagesController {
  constructor(private readonly answers: PublicPageAnswers) {}

  @Get(':slug')
  @ApiOperation({
    summary: 'Get a published page',
    description:
      'The texts are in the locale of the answer, else in the default locale of the App, else in any available language.',
  })
  @ApiParam({ name: 'slug', schema: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }, example: 'about-us' })
  @Conditional()
  @Answers(AppPublicPageResponse, { headers: CACHE_HEADERS })
  @Raises(ResourceNotFoundError, DependencyUnavailableError)
  async getPublicPage(
    @CurrentApp() app: AppSnapshot,
    @Param('slug') slug: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    sendCachedAnswer(request, response, await this.answers.get(app, 'page', slug, request.locale));
  }
}
