import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { PublicDictionaries } from '@libs/content';
import { ChangeFeed, InvalidatedCache } from '@libs/foundation';
import { found, type SupportedLocale } from '@libs/kernel';
import { type CachedAnswer, cachedAnswer } from '../../http/answers/cached-answer';
import { PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import { AppPublicDictionaryResponse } from './public-dictionaries.dto';

const MAX_BYTES = 64 * 1024 * 1024;
const BYTES_BESIDE_THE_BODY = 500;

/** Dictionaries as bytes, kept until one of the tenant's changes or a global one. */
@Injectable()
export class PublicDictionaryAnswers {
  private readonly answers: InvalidatedCache<CachedAnswer>;

  constructor(
    private readonly dictionaries: PublicDictionaries,
    feed: ChangeFeed,
  ) {
    this.answers = new InvalidatedCache(feed, {
      subject: 'dictionaries',
      maxBytes: MAX_BYTES,
      sizeOf: ({ body }) => body.length + BYTES_BESIDE_THE_BODY,
    });
  }

  /**
   * @param code any text.
   * @throws ResourceNotFoundError where clients can read no dictionary with the code, DependencyUnavailableError.
   */
  async get(app: AppSnapshot, code: string, locale: SupportedLocale): Promise<CachedAnswer> {
    const { tenantId, id: appId, defaultLocale } = app;
    const key = `${appId} ${locale} ${defaultLocale} ${code}`;
    const answer = await this.answers.get(tenantId, key, async () => {
      const dictionary = await this.dictionaries.find({ tenantId, appId }, code);
      if (!dictionary) return null;
      const data = new AppPublicDictionaryResponse(dictionary, locale, defaultLocale);
      return cachedAnswer(data, locale, PUBLIC_MAX_AGE_SECONDS);
    });
    return found(answer);
  }
}
