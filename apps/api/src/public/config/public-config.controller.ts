import { Get, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError } from '@libs/kernel';
import type { Response } from 'express';
import { Answers, Raises } from '../../http/answers/answers';
import { type CachedAnswer, sendCachedAnswer } from '../../http/answers/cached-answer';
import { AnsweredFromMemory, type KnownQuestion } from '../../surfaces/known-answers';
import { CurrentApp } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { PublicController } from '../../surfaces/surfaces';
import { CACHE_HEADERS, Conditional } from '../../http/answers/cacheable';
import { PublicConfigAnswers } from './public-config-answers';
import { AppPublicConfigResponse } from './public-config.dto';

@PublicController('config', 'Configuration')
export class PublicConfigController {
  constructor(private readonly answers: PublicConfigAnswers) {}

  @Get()
  @AnsweredFromMemory('knownPublicConfig')
  @ApiOperation({
    summary: 'Get the public configuration of the App',
    description:
      'The configuration that a client needs before sign-in, in the locale of the answer. The answer is the same for all clients.',
  })
  @Conditional()
  @Answers(AppPublicConfigResponse, { headers: CACHE_HEADERS })
  @Raises(DependencyUnavailableError)
  async getPublicConfig(
    @CurrentApp() app: AppSnapshot,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    sendCachedAnswer(request, response, await this.answers.get(app, request.locale));
  }

  knownPublicConfig({ app, locale }: KnownQuestion): CachedAnswer | null {
    return this.answers.known(app, locale);
  }
}
