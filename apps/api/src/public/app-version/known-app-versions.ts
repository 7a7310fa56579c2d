import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import type { SupportedLocale } from '@libs/kernel';
import { decide, PackageLinks, UpgradeDecisions } from '@libs/releases';
import { LRUCache } from 'lru-cache';
import { type CachedAnswer, cachedAnswer } from '../../http/answers/cached-answer';
import { PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import type { AppVersionQuery } from './app-version.query';
import { AppVersions } from './app-versions';

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_BESIDE_THE_BODY = 800;

/**
 * The policies that are the same for all devices as bytes, each built once for what it tells: App, release and package,
 * which are the same objects until they change, the minute in which links expire, the verdict, and the language. Not for
 * what clients say, as anybody may say something new each time. Those that nobody asked for longest are forgotten when
 * there are too many.
 */
@Injectable()
export class KnownAppVersions {
  private readonly numbers = new WeakMap<object, number>();
  private count = 0;
  private readonly answers = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.length + BYTES_BESIDE_THE_BODY,
  });

  constructor(
    private readonly decisions: UpgradeDecisions,
    private readonly links: PackageLinks,
    private readonly versions: AppVersions,
  ) {}

  /** Null unless everything that the answer follows from is in memory. */
  find(app: AppSnapshot, query: AppVersionQuery, locale: SupportedLocale, now = Date.now()): CachedAnswer | null {
    const decided = this.decisions.knownForEverybody(app, query);
    if (!decided) return null;
    const { policy, client } = decided;
    const verdict = decide(policy, app.upgrade, client);
    const { offered, updateAvailable, updateRequired, nativeUpdateRequired, decision } = verdict;
    if (!offered) return null;
    const { release, package: asset } = offered;
    const key = JSON.stringify([
      [app, release, asset].map((object) => object && this.numberOf(object)),
      asset && this.links.expiry(now),
      [query.platform, updateAvailable, updateRequired, nativeUpdateRequired, decision],
      locale,
    ]);
    const known = this.answers.get(key);
    if (known) return known;
    const response = this.versions.policyOffering(offered, { app, query, verdict, locale, now });
    const answer = cachedAnswer(response, locale, PUBLIC_MAX_AGE_SECONDS);
    this.answers.set(key, answer);
    return answer;
  }

  /** Tells objects apart without keeping them in memory. */
  private numberOf(object: object): number {
    const known = this.numbers.get(object);
    if (known !== undefined) return known;
    this.count += 1;
    this.numbers.set(object, this.count);
    return this.count;
  }
}
