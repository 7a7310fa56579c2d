import { Inject, Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { contentImageUrl, pageLocale, type PublishedPage, PublishedPages } from '@libs/content';
import { CONFIG, type Config, InvalidatedCache } from '@libs/foundation';
import { found, ResourceNotFoundError, type SupportedLocale } from '@libs/kernel';
import { type CachedAnswer, cachedAnswer } from '../../http/answers/cached-answer';
import { PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import { AppPublicPageResponse } from './public-pages.dto';

const MAX_BYTES = 64 * 1024 * 1024;
const BYTES_BESIDE_THE_BODY = 500;

/** A revision in one language never changes: a change of the page makes another one. */
const NOTHING_CHANGES = { live: true, subscribe: () => undefined };

/** Published pages as bytes, built once for each revision and language and kept as long as there is room. */
@Injectable()
export class PublicPageAnswers {
  private readonly answers = new InvalidatedCache<CachedAnswer>(NOTHING_CHANGES, {
    subject: 'content',
    maxBytes: MAX_BYTES,
    sizeOf: ({ body }) => body.length + BYTES_BESIDE_THE_BODY,
    maxAgeMs: Infinity,
  });

  constructor(
    private readonly pages: PublishedPages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ResourceNotFoundError for a page that is not published, DependencyUnavailableError. */
  async get(
    app: AppSnapshot,
    kind: PublishedPage['kind'],
    key: string,
    wanted: SupportedLocale,
  ): Promise<CachedAnswer> {
    const page = await this.pages.find({ tenantId: app.tenantId, appId: app.id }, kind, key);
    if (!page) throw new ResourceNotFoundError();
    const locale = pageLocale(page.locales, wanted, app.defaultLocale);
    const answer = await this.answers.get(page.pageId, `${page.revision} ${locale}`, () =>
      this.build(app, page, locale),
    );
    return found(answer);
  }

  private async build(app: AppSnapshot, page: PublishedPage, locale: SupportedLocale): Promise<CachedAnswer | null> {
    const body = await this.pages.body(page, locale);
    if (!body) return null;
    const tag = `${page.revisionHash}-${locale}`;
    const imageUrl = (fileId: string) => contentImageUrl(this.config.publicBaseUrl, app.id, fileId);
    const answer = new AppPublicPageResponse(page, body, { locale, imageUrl });
    return cachedAnswer(answer, locale, PUBLIC_MAX_AGE_SECONDS, tag);
  }
}
