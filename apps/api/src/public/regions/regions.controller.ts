import { Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import { ResourceNotFoundError, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale } from '../../surfaces/parameters';
import { OpenController } from '../../surfaces/surfaces';
import { cacheHeaders, Conditional } from '../../http/answers/cacheable';
import { REGION_MAX_AGE_SECONDS, RegionAnswers } from './region-answers';
import { RegionListQuery, RegionListResponse, RegionResponse } from './regions.dto';

const HEADERS = cacheHeaders(REGION_MAX_AGE_SECONDS);

@OpenController('regions', 'Regions')
export class RegionsController {
  constructor(private readonly answers: RegionAnswers) {}

  @Get()
  @ApiOperation({
    summary: 'List or search regions',
    description:
      'Without `q` and `parent_code`: the countries, China first, then by name. With `parent_code`: its children, ' +
      'none if it is unknown. With `q`: the matches, best first (exact, then at the start, then inside), below ' +
      '`parent_code` if both are given. `level` limits the result to regions of that level.',
  })
  @Conditional(HEADERS)
  @Answers(RegionListResponse, { headers: HEADERS })
  @Raises(ValidationFailedError)
  listRegions(@Query() query: RegionListQuery, @AnswerLocale() locale: SupportedLocale) {
    return this.answers.list(query, locale);
  }

  @Get(':code')
  @ApiOperation({
    summary: 'Get a region',
    description:
      'Retired regions are found, too, with the codes of their successors, so that saved codes stay readable.',
  })
  @ApiParam({ name: 'code', schema: { type: 'string', maxLength: 32 }, example: '330100' })
  @Conditional(HEADERS)
  @Answers(RegionResponse, { headers: HEADERS })
  @Raises(ResourceNotFoundError)
  getRegion(@Param('code') code: string, @AnswerLocale() locale: SupportedLocale) {
    return this.answers.get(code, locale);
  }
}
