import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { ChangeFeed, columnsOf, Database, InvalidatedCache } from '@libs/foundation';
import type { ClientVersion } from '../domain/client-facts';
import type { Release } from '../domain/release';
import type { PackageType, Platform } from '../domain/release-settings';
import { ReleaseSchema } from './release.schema';

const MAX_BYTES = 16 * 1024 * 1024;
const BYTES_PER_NAME = 250;

/** The names of the versions of one platform and package type, by their codes. */
export type KnownVersions = ReadonlyMap<number, string>;

const NONE: KnownVersions = new Map();

/** By platform and package type. */
type Names = ReadonlyMap<string, KnownVersions>;

/** Finds the version with a code. */
export type VersionFinder = (platform: Platform, packageType: PackageType, code: number) => ClientVersion;

type NameRow = Pick<Release, 'platform' | 'packageType' | 'versionCode' | 'versionName'>;

/**
 * The names of an App's versions. Clients send codes, while administrators list names of versions that are blocked or
 * in review: without such lists no name is looked up.
 */
@Injectable()
export class VersionNames {
  private readonly names: InvalidatedCache<Names>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.names = new InvalidatedCache(feed, {
      subject: 'releases',
      maxBytes: MAX_BYTES,
      sizeOf: (names) => [...names.values()].reduce((sum, { size }) => sum + size, 1) * BYTES_PER_NAME,
    });
  }

  /** What finds the versions that clients name by code, with the names that the App's releases give them. */
  async finder(app: AppSnapshot): Promise<VersionFinder> {
    return finderIn(namesVersions(app) ? await this.of(app) : null);
  }

  /** The same, if the names are in memory: null says nothing. */
  knownFinder(app: AppSnapshot): VersionFinder | null {
    if (!namesVersions(app)) return finderIn(null);
    const names = this.names.known(app.id, app.tenantId);
    return names && finderIn(names);
  }

  /** All versions of the App's releases, published or not: for clients that send names only. */
  async all(app: AppSnapshot, platform: Platform, packageType: PackageType): Promise<KnownVersions> {
    return (await this.of(app))?.get(keyOf(platform, packageType)) ?? NONE;
  }

  private of(app: AppSnapshot): Promise<Names | null> {
    return this.names.get(app.id, app.tenantId, () => this.read(app));
  }

  private async read({ tenantId, id }: AppSnapshot): Promise<Names> {
    const rows = await this.database.read<NameRow>(
      tenantId,
      `SELECT unnest(target_platforms) AS platform, ${columnsOf(ReleaseSchema, 'r', ['packageType', 'versionCode', 'versionName'])}
         FROM releases r WHERE tenant_id = $1 AND app_id = $2 AND deleted_at IS NULL ORDER BY created_at, id`,
      [tenantId, id],
    );
    const names = new Map<string, Map<number, string>>();
    for (const { platform, packageType, versionCode, versionName } of rows) {
      const key = keyOf(platform, packageType);
      names.set(key, (names.get(key) ?? new Map<number, string>()).set(versionCode, versionName));
    }
    return names;
  }
}

function keyOf(platform: Platform, packageType: PackageType): string {
  return `${platform} ${packageType}`;
}

/** Whether the App lists versions, so that their names matter. */
function namesVersions({ upgrade: { blockedVersions, reviewVersions } }: AppSnapshot): boolean {
  return blockedVersions.length > 0 || reviewVersions.length > 0;
}

function finderIn(names: Names | null): VersionFinder {
  return (platform, packageType, code) => ({
    code,
    name: names?.get(keyOf(platform, packageType))?.get(code) ?? null,
  });
}
