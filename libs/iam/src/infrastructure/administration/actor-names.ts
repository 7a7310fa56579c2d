import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** Who made a change, as those are told who see it. */
export interface NamedActor {
  readonly type: 'user' | 'api_client';
  /** Null for a user without a name. */
  readonly displayName: string | null;
}

/**
 * Whoever changes what belongs to a tenant is of the tenant, or of that of the platform. Ids are unique, so that one says
 * by itself of what it is. Without row-level security, which shows one tenant.
 */
const SELECT_NAMES = `
  WITH homes AS (SELECT id FROM tenants WHERE id = $1 OR is_platform)
  SELECT u.id, 'user' AS type, u.display_name AS "displayName"
    FROM homes h JOIN users u ON u.tenant_id = h.id
   WHERE u.id = ANY ($2::uuid[]) AND u.status <> 'deleted'
  UNION ALL
  SELECT c.id, 'api_client', c.name
    FROM homes h JOIN api_clients c ON c.tenant_id = h.id
   WHERE c.id = ANY ($2::uuid[])`;

/** The names of users and API clients that changed something. */
@Injectable()
export class ActorNames {
  constructor(private readonly database: Database) {}

  /**
   * By id, in one statement. Users who were erased and API clients that were deleted are left out.
   *
   * @param tenantId where the changes are seen. Not to be called within its transaction.
   */
  async of(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, NamedActor>> {
    const rows = await this.database.readAsSystem<NamedActor & { id: string }>(SELECT_NAMES, [tenantId, ids]);
    return new Map(rows.map(({ id, type, displayName }) => [id, { type, displayName }]));
  }
}
