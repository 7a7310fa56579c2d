import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';

const MAX_BYTES = 4 * 1024 * 1024;
const BYTES_PER_RELEASE = 500;

/** The App of a release, for requests that name only the release. */
@Injectable()
export class ReleaseApps {
  private readonly apps: InvalidatedCache<{ readonly appId: string }>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.apps = new InvalidatedCache(feed, {
      subject: 'releases',
      maxBytes: MAX_BYTES,
      sizeOf: () => BYTES_PER_RELEASE,
      // A release never moves to another App.
      maxAgeMs: Infinity,
    });
  }

  /**
   * The App of the release, whatever the state of either.
   *
   * @param releaseId a uuid in lower case.
   * @throws DependencyUnavailableError when the database is away.
   */
  async find(releaseId: string): Promise<string | null> {
    const known = await this.apps.get(releaseId, '', async () => {
      return this.database.readOneAsSystem<{ appId: string }>('SELECT app_id AS "appId" FROM releases WHERE id = $1', [
        releaseId,
      ]);
    });
    return known?.appId ?? null;
  }
}
