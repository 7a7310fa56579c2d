import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { pageLocale, type PublishedPage, PublishedPages } from '@libs/content';
import { ResourceNotFoundError, type SupportedLocale } from '@libs/kernel';
import { type CachedAnswer, cachedAnswer } from '../../http/cached-answer';
import { PUBLIC_MAX_AGE_SECONDS } from '../cacheable';
import { AppPublicPageResponse } from './public-pages.dto';

/** Published pages as bytes, built once for each revision and language and kept as long as the revision is. */
@Injectable()
export class PublicPageAnswers {
  private readonly built = new WeakMap<PublishedPage, Map<SupportedLocale, CachedAnswer>>();

  constructor(private readonly pages: PublishedPages) {}

  /** @throws ResourceNotFoundError for whatever is not published, DependencyUnavailableError. */
  async get(
    app: AppSnapshot,
    kind: PublishedPage['kind'],
    key: string,
    wanted: SupportedLocale,
  ): Promise<CachedAnswer> {
    const page = await this.pages.find({ tenantId: app.tenantId, appId: app.id }, kind, key);
    if (!page) throw new ResourceNotFoundError();
    const locale = pageLocale(page, wanted, app.defaultLocale);
    return this.built.get(page)?.get(locale) ?? this.build(page, locale);
  }

  private build(page: PublishedPage, locale: SupportedLocale): CachedAnswer {
    const tag = `${page.revisionHash}-${locale}`;
    const answer = cachedAnswer(new AppPublicPageResponse(page, locale), locale, PUBLIC_MAX_AGE_SECONDS, tag);
    const byLocale = this.built.get(page) ?? new Map<SupportedLocale, CachedAnswer>();
    this.built.set(page, byLocale.set(locale, answer));
    return answer;
  }
}
