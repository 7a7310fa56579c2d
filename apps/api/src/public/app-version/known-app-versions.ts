import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import type { SupportedLocale } from '@libs/kernel';
import { decide, PackageLinks, UpgradeDecisions } from '@libs/releases';
import { type CachedAnswer, cachedAnswer } from '../../http/answers/cached-answer';
import { PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import type { AppVersionQuery } from './app-version.query';
import { AppVersions } from './app-versions';

/** Of each of the two generations. */
const MAX_BYTES = 16 * 1024 * 1024;
const BYTES_BESIDE_THE_BODY = 800;

/**
 * The policies that are the same for all devices as bytes, each built once for what it tells: App, release and package,
 * which are the same objects until they change, the minute in which links expire, the verdict, and the language. Not for
 * what clients say, as anybody may say something new each time. The oldest half is forgotten when there are too many.
 */
@Injectable()
export class KnownAppVersions {
  private readonly numbers = new WeakMap<object, number>();
  private count = 0;
  private young = new Map<string, CachedAnswer>();
  private old = new Map<string, CachedAnswer>();
  private bytes = 0;

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
    const known = this.young.get(key) ?? this.old.get(key);
    if (known) return known;
    const response = this.versions.policyOffering(offered, { app, query, verdict, locale, now });
    return this.keep(key, cachedAnswer(response, locale, PUBLIC_MAX_AGE_SECONDS));
  }

  private keep(key: string, answer: CachedAnswer): CachedAnswer {
    this.bytes += answer.body.length + BYTES_BESIDE_THE_BODY;
    if (this.bytes > MAX_BYTES) {
      this.old = this.young;
      this.young = new Map();
      this.bytes = answer.body.length + BYTES_BESIDE_THE_BODY;
    }
    this.young.set(key, answer);
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
