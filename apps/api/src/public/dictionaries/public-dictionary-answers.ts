import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { PublicDictionaries } from '@libs/content';
import { ChangeFeed, InvalidatedCache } from '@libs/foundation';
import { found, type SupportedLocale } from '@libs/kernel';
import { type CachedAnswer, cachedAnswer, cachedList } from '../../http/answers/cached-answer';
import { PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import { AppPublicDictionaryListResponse, AppPublicDictionaryResponse } from './public-dictionaries.dto';

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
    return found(await this.find(app, code, locale));
  }

  /** Those of these codes that there are, in their order. @throws DependencyUnavailableError */
  async several(app: AppSnapshot, codes: readonly string[], locale: SupportedLocale): Promise<CachedAnswer> {
    const answers = await Promise.all(codes.map((code) => this.find(app, code, locale)));
    const known = answers.filter((answer) => answer !== null);
    return cachedList(known, locale, PUBLIC_MAX_AGE_SECONDS);
  }

  /** All that there are, without their items. @throws DependencyUnavailableError */
  async list({ tenantId, id: appId, defaultLocale }: AppSnapshot, locale: SupportedLocale): Promise<CachedAnswer> {
    // Without a code behind it, it is no key of a dictionary.
    const answer = await this.answers.get(tenantId, `${appId} ${locale} ${defaultLocale}`, async () => {
      const all = await this.dictionaries.list({ tenantId, appId });
      const data = new AppPublicDictionaryListResponse(all, locale, defaultLocale);
      return cachedAnswer(data, locale, PUBLIC_MAX_AGE_SECONDS);
    });
    return found(answer);
  }

  private find(
    { tenantId, id: appId, defaultLocale }: AppSnapshot,
    code: string,
    locale: SupportedLocale,
  ): Promise<CachedAnswer | null> {
    return this.answers.get(tenantId, `${appId} ${locale} ${defaultLocale} ${code}`, async () => {
      const dictionary = await this.dictionaries.find({ tenantId, appId }, code);
      if (!dictionary) return null;
      const data = new AppPublicDictionaryResponse(dictionary, locale, defaultLocale);
      return cachedAnswer(data, locale, PUBLIC_MAX_AGE_SECONDS);
    });
  }
}
