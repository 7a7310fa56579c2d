import { Injectable } from '@nestjs/common';
import { ChangeFeed, InvalidatedCache } from '@libs/foundation';
import { found, type SupportedLocale } from '@libs/kernel';
import { RegionQueries } from '@libs/regions';
import { type CachedAnswer, cachedAnswer } from '../../http/answers/cached-answer';
import { type RegionListQuery, RegionListResponse, RegionResponse } from './regions.dto';

/** Regions change a few times a year. */
export const REGION_MAX_AGE_SECONDS = 3_600;

/** Enough for the countries and every province in each locale; rare searches are evicted first. */
const MAX_BYTES = 8 * 1024 * 1024;
const BYTES_BESIDE_THE_BODY = 400;

/** Answers about regions as bytes, kept until a region changes. */
@Injectable()
export class RegionAnswers {
  private readonly answers: InvalidatedCache<CachedAnswer>;

  constructor(
    private readonly regions: RegionQueries,
    feed: ChangeFeed,
  ) {
    this.answers = new InvalidatedCache(feed, {
      subject: 'regions',
      sizeOf: ({ body }) => body.length + BYTES_BESIDE_THE_BODY,
      maxBytes: MAX_BYTES,
    });
  }

  /** @throws ValidationFailedError when the cursor is not one of this list, DependencyUnavailableError. */
  async list(query: RegionListQuery, locale: SupportedLocale): Promise<CachedAnswer> {
    const { q, parent_code: parentCode, level, limit, cursor } = query;
    const key = JSON.stringify(['list', locale, q, parentCode, level, limit, cursor]);
    return this.answer(key, locale, async () => {
      return new RegionListResponse(await this.regions.list({ q, parentCode, level, limit, cursor, locale }));
    });
  }

  /** @throws ResourceNotFoundError, DependencyUnavailableError. */
  async get(code: string, locale: SupportedLocale): Promise<CachedAnswer> {
    return this.answer(JSON.stringify(['one', locale, code]), locale, async () => {
      const region = await this.regions.find(code, locale);
      return region && new RegionResponse(region);
    });
  }

  private async answer(
    key: string,
    locale: SupportedLocale,
    read: () => Promise<object | null>,
  ): Promise<CachedAnswer> {
    // One scope for all: any change of the regions can change any answer.
    const answer = await this.answers.get('', key, async () => {
      const data = await read();
      return data && cachedAnswer(data, locale, REGION_MAX_AGE_SECONDS);
    });
    return found(answer);
  }
}
