import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Release } from '../domain/release';
import { type Platform, PLATFORMS } from '../domain/release-settings';

/**
 * Which release the clients of a platform get. All of it joins the transaction under way. Pointers of one App are
 * moved one publication after the other: `lock` comes first.
 */
@Injectable()
export class ReleasePointers {
  constructor(private readonly database: Database) {}

  /** Waits until nobody else publishes in the App, and keeps others waiting until the end of the transaction. */
  async lock(tenantId: string, appId: string): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('release_pointers ' || $1 || $2, 0))`, [
      tenantId,
      appId,
    ]);
  }

  /** Where the release is current. */
  async platformsOf({ tenantId, id }: Release): Promise<Platform[]> {
    const rows = await this.database.query<{ platform: Platform }>(
      'SELECT platform FROM release_pointers WHERE tenant_id = $1 AND release_id = $2',
      [tenantId, id],
    );
    const held = new Set(rows.map(({ platform }) => platform));
    return PLATFORMS.filter((platform) => held.has(platform));
  }

  /** Makes the release current on all its targets. Where it is so already, what it replaced there stands. */
  async pointTargetsTo({ tenantId, appId, id, packageType, targetPlatforms }: Release): Promise<void> {
    await this.database.query(
      `INSERT INTO release_pointers AS p (tenant_id, app_id, platform, package_type, release_id)
       SELECT $1::uuid, $2::uuid, platform, $3, $4::uuid FROM unnest($5::text[]) AS platform
       ON CONFLICT (tenant_id, app_id, platform, package_type) DO UPDATE
         SET release_id = excluded.release_id, replaced_release_id = p.release_id, moved_at = now()
         WHERE p.release_id <> excluded.release_id`,
      [tenantId, appId, packageType, id, targetPlatforms],
    );
  }

  /** Nothing is current any more where the release was. */
  async removeFrom({ tenantId, id }: Release): Promise<void> {
    await this.database.query('DELETE FROM release_pointers WHERE tenant_id = $1 AND release_id = $2', [tenantId, id]);
  }
}
