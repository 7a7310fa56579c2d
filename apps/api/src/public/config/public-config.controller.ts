import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError, type SupportedLocale } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import type { CachedAnswer } from '../../http/answers/cached-answer';
import { AnsweredFromMemory, type KnownQuestion } from '../../surfaces/known-answers';
import { AnswerLocale, CurrentApp } from '../../surfaces/parameters';
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
  getPublicConfig(@CurrentApp() app: AppSnapshot, @AnswerLocale() locale: SupportedLocale) {
    return this.answers.get(app, locale);
  }

  knownPublicConfig({ app, locale }: KnownQuestion): CachedAnswer | null {
    return this.answers.known(app, locale);
  }
}
