import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { type FileAsset, FileAssetCache } from '@libs/files';
import { ChangeFeed, columnsOf, Database, InvalidatedCache } from '@libs/foundation';
import { but, namesOf, type ValuesOf } from '@libs/kernel';
import {
  decidedRelease,
  type PackageType,
  type Platform,
  release,
  RELEASE_PLATFORMS,
} from '../domain/release-settings';
import { type Candidate, type DecidingRelease, isForEverybody, type UpgradePolicy } from '../domain/upgrade-policy';
import { ReleaseSchema } from './release.schema';

/**
 * What decides and what clients get to see. The platform is the release's own: it may be offered on others. Of the links
 * to stores there are the enabled ones, the highest priority first.
 */
const PUBLISHED = { id: release.id, ...but(decidedRelease, 'targetPlatforms', 'healthGate') };

/** A release that some clients get, as they get it. Never modified. */
export interface PublishedRelease extends DecidingRelease, ValuesOf<typeof PUBLISHED> {
  readonly publishedAt: Date;
}

export interface OfferedRelease extends Candidate<PublishedRelease> {
  /** Null if there is none, or it is no longer clean. */
  readonly package: FileAsset | null;
}

/** A pointer. The fallback is only set while some clients get it. */
interface Pointer {
  readonly current: PublishedRelease;
  readonly fallback: PublishedRelease | null;
}

/** The minimum supported version codes, by platform; absent where no release sets one. */
export type MinimumVersions = Readonly<Partial<Record<Platform, number>>>;

/** The published releases of an App. */
interface Pointers {
  /** By platform and package type. */
  readonly all: ReadonlyMap<string, Pointer>;
  readonly minimums: MinimumVersions;
}

interface PointedRow extends Omit<PublishedRelease, 'rolloutPercent'> {
  pointer_platform: Platform;
  is_current: boolean;
  rolloutPercent: string;
}

const SELECT_POINTED = `
  SELECT p.platform AS pointer_platform, p.release_id = r.id AS is_current,
         ${columnsOf(ReleaseSchema, 'r', namesOf(PUBLISHED))},
         coalesce(r.published_at, p.moved_at) AS "publishedAt"
    FROM release_pointers p
    JOIN releases r ON r.tenant_id = p.tenant_id AND r.id IN (p.release_id, p.fallback_release_id)
   WHERE p.tenant_id = $1 AND p.app_id = $2`;

const NO_MINIMUMS: MinimumVersions = {};
const NO_FILE = { asset: null };
const MAX_POINTERS_BYTES = 32 * 1024 * 1024;
const BYTES_PER_CHARACTER = 2;

/** The releases that clients get now, from memory if possible. */
@Injectable()
export class PublishedReleases {
  private readonly pointers: InvalidatedCache<Pointers>;

  constructor(
    private readonly database: Database,
    private readonly files: FileAssetCache,
    feed: ChangeFeed,
  ) {
    this.pointers = new InvalidatedCache(feed, {
      subject: 'releases',
      maxBytes: MAX_POINTERS_BYTES,
      sizeOf: (pointers) => JSON.stringify([...pointers.all.values()]).length * BYTES_PER_CHARACTER,
    });
  }

  /**
   * The published releases for a platform; null if there are none.
   *
   * @throws DependencyUnavailableError when the database is away.
   */
  async findPolicy(
    app: AppSnapshot,
    platform: Platform,
    packageType: PackageType,
  ): Promise<UpgradePolicy<OfferedRelease> | null> {
    const pointer = (await this.pointersOf(app))?.all.get(keyOf(platform, packageType));
    if (!pointer) return null;
    const { current, fallback } = pointer;
    return {
      current: await this.offered(app, current),
      fallback: fallback && (await this.offered(app, fallback)),
    };
  }

  /** Such a policy that is the same for all devices, if all of it is in memory: null says nothing. */
  knownForEverybody(
    app: AppSnapshot,
    platform: Platform,
    packageType: PackageType,
  ): UpgradePolicy<OfferedRelease> | null {
    const { current } = this.pointers.known(app.id, app.tenantId)?.all.get(keyOf(platform, packageType)) ?? {};
    if (!current || !isForEverybody(current)) return null;
    const file = current.fileId === null ? NO_FILE : this.files.known(app.tenantId, current.fileId);
    return file && { current: offeredWith(current, file.asset), fallback: null };
  }

  /** The release if some client gets it: it is current on some platform, or the fallback of a rollout. */
  async findOffered(app: AppSnapshot, releaseId: string): Promise<OfferedRelease | null> {
    const pointers = await this.pointersOf(app);
    for (const { current, fallback } of pointers?.all.values() ?? []) {
      if (current.id === releaseId) return this.offered(app, current);
      if (fallback?.id === releaseId) return this.offered(app, fallback);
    }
    return null;
  }

  /** Of native Apps: the same object as long as nothing is published or withdrawn. */
  async minimumVersions(app: AppSnapshot): Promise<MinimumVersions> {
    return (await this.pointersOf(app))?.minimums ?? NO_MINIMUMS;
  }

  /** The same object, if it is in memory: null says nothing. */
  knownMinimumVersions(app: AppSnapshot): MinimumVersions | null {
    return this.pointers.known(app.id, app.tenantId)?.minimums ?? null;
  }

  private async offered({ tenantId }: AppSnapshot, release: PublishedRelease): Promise<OfferedRelease> {
    return offeredWith(release, release.fileId === null ? null : await this.files.find(tenantId, release.fileId));
  }

  private pointersOf({ tenantId, id }: AppSnapshot): Promise<Pointers | null> {
    return this.pointers.get(id, tenantId, () => this.readPointers(tenantId, id));
  }

  private async readPointers(tenantId: string, appId: string): Promise<Pointers> {
    const rows = await this.database.read<PointedRow>(tenantId, SELECT_POINTED, [tenantId, appId]);
    const fallbacks = new Map(rows.filter((row) => !row.is_current).map((row) => [keyOfRow(row), releaseOf(row)]));
    const all = new Map(
      rows
        .filter((row) => row.is_current)
        .map((row) => {
          const [key, current] = [keyOfRow(row), releaseOf(row)];
          return [key, { current, fallback: isForEverybody(current) ? null : (fallbacks.get(key) ?? null) }];
        }),
    );
    return { all, minimums: minimumsOf(all) };
  }
}

function offeredWith(release: PublishedRelease, asset: FileAsset | null): OfferedRelease {
  const isInStores = release.externalUrl !== null || release.storeLinks.length > 0;
  return { release, package: asset, delivery: asset ? 'package' : isInStores ? 'store' : null };
}

/** Of releases that every client can get: one that is held back demands nothing from clients it does not reach. */
function minimumsOf(pointers: ReadonlyMap<string, Pointer>): MinimumVersions {
  const named = RELEASE_PLATFORMS.flatMap((platform) => {
    const { current, fallback } = pointers.get(keyOf(platform, 'native_app')) ?? {};
    const minimum = (current && isForEverybody(current) ? current : fallback)?.minSupportedVersionCode;
    return minimum ? [[platform, minimum] as const] : [];
  });
  return Object.fromEntries(named);
}

function keyOf(platform: Platform, packageType: PackageType): string {
  return `${platform} ${packageType}`;
}

function keyOfRow(row: PointedRow): string {
  return keyOf(row.pointer_platform, row.packageType);
}

function releaseOf({ pointer_platform: _platform, is_current: _current, ...row }: PointedRow): PublishedRelease {
  return {
    ...row,
    // PostgreSQL returns exact numbers as text.
    rolloutPercent: Number(row.rolloutPercent),
    storeLinks: row.storeLinks.filter(({ enabled }) => enabled).sort((a, b) => b.priority - a.priority),
  };
}
