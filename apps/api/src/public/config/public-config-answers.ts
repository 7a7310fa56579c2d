import { Inject, Injectable } from '@nestjs/common';
import { type AppSnapshot, startupAssetUrl } from '@libs/apps';
import { PublishedPages } from '@libs/content';
import { CONFIG, type Config } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import { PublicSettings } from '@libs/operations';
import { PublishedReleases } from '@libs/releases';
import { type CachedAnswer, cachedAnswer } from '../../http/answers/cached-answer';
import { PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import { AppPublicConfigResponse, type PublicConfigState } from './public-config.dto';

interface BuiltAnswer {
  readonly state: PublicConfigState;
  readonly answer: CachedAnswer;
}

/**
 * The public configuration as bytes, built once for each App and locale. App, documents, settings and releases are the
 * same objects until they change, so an answer is current as long as it was built from the present ones.
 */
@Injectable()
export class PublicConfigAnswers {
  private readonly built = new WeakMap<AppSnapshot, Map<SupportedLocale, BuiltAnswer>>();

  constructor(
    private readonly pages: PublishedPages,
    private readonly settings: PublicSettings,
    private readonly releases: PublishedReleases,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DependencyUnavailableError when the database is unavailable. */
  async get(app: AppSnapshot, locale: SupportedLocale): Promise<CachedAnswer> {
    const legal = await this.pages.currentLegal(app.tenantId, app.id);
    const settings = await this.settings.current();
    const minimums = await this.releases.minimumVersions(app);
    return this.answerFor({ app, legal, settings, minimums }, locale);
  }

  /** The same answer, if everything that it is built from is in memory: null says nothing. */
  known(app: AppSnapshot, locale: SupportedLocale): CachedAnswer | null {
    const legal = this.pages.knownLegal(app.tenantId, app.id);
    const settings = this.settings.known();
    const minimums = this.releases.knownMinimumVersions(app);
    return legal && settings && minimums && this.answerFor({ app, legal, settings, minimums }, locale);
  }

  private answerFor(state: PublicConfigState, locale: SupportedLocale): CachedAnswer {
    const built = this.built.get(state.app)?.get(locale);
    return built && isSame(built.state, state) ? built.answer : this.build(state, locale);
  }

  private build(state: PublicConfigState, locale: SupportedLocale): CachedAnswer {
    const { app } = state;
    const assetUrl = (fileId: string) => startupAssetUrl(this.config.publicBaseUrl, app.id, fileId);
    const answer = cachedAnswer(new AppPublicConfigResponse(state, locale, assetUrl), locale, PUBLIC_MAX_AGE_SECONDS);
    const byLocale = this.built.get(app) ?? new Map<SupportedLocale, BuiltAnswer>();
    this.built.set(app, byLocale.set(locale, { state, answer }));
    return answer;
  }
}

/** They are the same objects until they change. */
function isSame(a: PublicConfigState, b: PublicConfigState): boolean {
  return a.app === b.app && a.legal === b.legal && a.settings === b.settings && a.minimums === b.minimums;
}
