import { Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError, ResourceNotFoundError, type SupportedLocale } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentApp } from '../../surfaces/parameters';
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
  getPublicPage(@CurrentApp() app: AppSnapshot, @Param('slug') slug: string, @AnswerLocale() locale: SupportedLocale) {
    return this.answers.get(app, 'page', slug, locale);
  }
}
