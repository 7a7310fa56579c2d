import { Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DICTIONARY_CODE, MAX_DICTIONARY_CODE_LENGTH } from '@libs/content';
import { DependencyUnavailableError, ResourceNotFoundError, type SupportedLocale } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { CACHE_HEADERS, Conditional } from '../../http/answers/cacheable';
import { AnswerLocale, CurrentApp } from '../../surfaces/parameters';
import { PublicController } from '../../surfaces/surfaces';
import { AppPublicDictionaryResponse } from './public-dictionaries.dto';
import { PublicDictionaryAnswers } from './public-dictionary-answers';

@PublicController('dictionaries', 'Dictionaries')
export class PublicDictionariesController {
  constructor(private readonly answers: PublicDictionaryAnswers) {}

  @Get(':code')
  @ApiOperation({
    summary: 'Get a dictionary',
    description:
      'The dictionary of the App, else of its tenant, else the global one: the most specific that is public and active; dictionaries are not merged. Each text is in the locale of the answer, else in the default locale of the App, else in any available language.',
  })
  @ApiParam({
    name: 'code',
    schema: { type: 'string', maxLength: MAX_DICTIONARY_CODE_LENGTH, pattern: DICTIONARY_CODE.source },
    example: 'order_status',
  })
  @Conditional()
  @Answers(AppPublicDictionaryResponse, { headers: CACHE_HEADERS })
  @Raises(ResourceNotFoundError, DependencyUnavailableError)
  getPublicDictionary(
    @CurrentApp() app: AppSnapshot,
    @Param('code') code: string,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    return this.answers.get(app, code, locale);
  }
}
