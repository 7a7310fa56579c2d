import { Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DICTIONARY_CODE, MAX_DICTIONARY_CODE_LENGTH } from '@libs/content';
import {
  DependencyUnavailableError,
  ResourceNotFoundError,
  type SupportedLocale,
  ValidationFailedError,
} from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { CACHE_HEADERS, Conditional } from '../../http/answers/cacheable';
import { AnswerLocale, CurrentApp } from '../../surfaces/parameters';
import { PublicController } from '../../surfaces/surfaces';
import {
  AppPublicDictionaryListQuery,
  AppPublicDictionaryListResponse,
  AppPublicDictionaryResponse,
} from './public-dictionaries.dto';
import { PublicDictionaryAnswers } from './public-dictionary-answers';

@PublicController('dictionaries', 'Dictionaries')
export class PublicDictionariesController {
  constructor(private readonly answers: PublicDictionaryAnswers) {}

  @Get()
  @ApiOperation({
    summary: 'List dictionaries, or get several',
    description:
      'With `codes` the dictionaries of these codes with their items, in the order of the codes. Without it the code and name of each that the App can read, ordered by code. Each is the one that the request for its code alone would get.',
  })
  @Conditional()
  @Answers(AppPublicDictionaryListResponse, { headers: CACHE_HEADERS })
  @Raises(DependencyUnavailableError, ValidationFailedError)
  listPublicDictionaries(
    @CurrentApp() app: AppSnapshot,
    @Query() query: AppPublicDictionaryListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const codes = query.toCodes();
    return codes ? this.answers.several(app, codes, locale) : this.answers.list(app, locale);
  }

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
