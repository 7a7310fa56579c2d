import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { Release } from '../domain/release';
import type { PackageType, Platform } from '../domain/release-settings';
import { compareVersionNames } from '../domain/version-name';
import { ReleaseSchema } from './release.schema';

const FIELDS = ['id', 'targetPlatforms', 'versionName', 'versionCode'] as const;

export type VersionedRelease = Pick<Release, (typeof FIELDS)[number]>;

/** The versions of an App, by their names. Joins the current transaction. */
@Injectable()
export class ReleaseVersions {
  constructor(private readonly database: Database) {}

  /** The releases with the name, in any spelling, for some of the platforms; oldest first. */
  async named(
    { tenantId, id: appId }: { readonly tenantId: string; readonly id: string },
    packageType: PackageType,
    platforms: readonly Platform[],
    name: string,
  ): Promise<VersionedRelease[]> {
    const releases = await this.database.query<VersionedRelease>(
      `SELECT ${columnsOf(ReleaseSchema, 'r', FIELDS)} FROM releases r
        WHERE tenant_id = $1 AND app_id = $2 AND package_type = $3 AND target_platforms && $4 AND deleted_at IS NULL
        ORDER BY created_at, id`,
      [tenantId, appId, packageType, platforms],
    );
    return releases.filter(({ versionName }) => compareVersionNames(versionName, name) === 0);
  }

  /** The names of the current releases of some of the platforms. */
  async currentNames(
    { tenantId, id: appId }: { readonly tenantId: string; readonly id: string },
    packageType: PackageType,
    platforms: readonly Platform[],
  ): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `SELECT r.version_name AS name FROM release_pointers p
         JOIN releases r ON r.tenant_id = p.tenant_id AND r.id = p.release_id
        WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.package_type = $3 AND p.platform = ANY ($4)`,
      [tenantId, appId, packageType, platforms],
    );
    return rows.map(({ name }) => name);
  }
}
