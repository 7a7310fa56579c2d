import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Release } from '../domain/release';
import { type Platform, PLATFORMS, type ReleasePlaces } from '../domain/release-settings';

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

  /** Which places the release holds. */
  async placesOf({ tenantId, id }: Release): Promise<ReleasePlaces> {
    const rows = await this.database.query<{ platform: Platform; is_current: boolean }>(
      `SELECT platform, release_id = $2 AS is_current FROM release_pointers
        WHERE tenant_id = $1 AND $2 IN (release_id, fallback_release_id)`,
      [tenantId, id],
    );
    const held = (isCurrent: boolean) =>
      PLATFORMS.filter((platform) => rows.some((row) => row.platform === platform && row.is_current === isCurrent));
    return { current: held(true), fallback: held(false) };
  }

  /**
   * Makes the release current on all its targets. Where it is so already nothing changes. What was current elsewhere
   * becomes the fallback if everybody got it there; else the fallback stays, so that what was held back reaches nobody.
   */
  async pointTargetsTo({ tenantId, appId, id, packageType, targetPlatforms }: Release): Promise<void> {
    await this.database.query(
      `INSERT INTO release_pointers AS p
         (tenant_id, app_id, platform, package_type, release_id, fallback_release_id, replaced_release_id)
       SELECT $1::uuid, $2::uuid, t.platform, $3, $4::uuid, f.id, f.id
         FROM unnest($5::text[]) AS t (platform)
         LEFT JOIN LATERAL (
           SELECT nullif(CASE WHEN r.rollout_percent >= 100 AND NOT r.rollout_paused THEN r.id
                              ELSE h.fallback_release_id END, $4) AS id
             FROM release_pointers h JOIN releases r ON r.tenant_id = h.tenant_id AND r.id = h.release_id
            WHERE h.tenant_id = $1 AND h.app_id = $2 AND h.platform = t.platform AND h.package_type = $3) f ON true
       ON CONFLICT (tenant_id, app_id, platform, package_type) DO UPDATE
         SET release_id = excluded.release_id, fallback_release_id = excluded.fallback_release_id,
             replaced_release_id = excluded.fallback_release_id, moved_at = now()
         WHERE p.release_id <> excluded.release_id`,
      [tenantId, appId, packageType, id, targetPlatforms],
    );
  }

  /** Where the release was current nothing is any more, and nothing falls back to it. */
  async removeFrom({ tenantId, id }: Release): Promise<void> {
    await this.database.query('DELETE FROM release_pointers WHERE tenant_id = $1 AND release_id = $2', [tenantId, id]);
    await this.database.query(
      `UPDATE release_pointers SET fallback_release_id = NULL, replaced_release_id = NULL
        WHERE tenant_id = $1 AND fallback_release_id = $2`,
      [tenantId, id],
    );
  }
}
