import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DICTIONARY_CODE, MAX_DICTIONARY_CODE_LENGTH } from '@libs/content';
import { DependencyUnavailableError, ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { Answers, Raises } from '../../http/answers/answers';
import { sendCachedAnswer } from '../../http/answers/cached-answer';
import { CACHE_HEADERS, Conditional } from '../../http/answers/cacheable';
import type { ApiRequest } from '../../http/request/request';
import { CurrentApp } from '../../surfaces/parameters';
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
  async getPublicDictionary(
    @CurrentApp() app: AppSnapshot,
    @Param('code') code: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    sendCachedAnswer(request, response, await this.answers.get(app, code, request.locale));
  }
}
