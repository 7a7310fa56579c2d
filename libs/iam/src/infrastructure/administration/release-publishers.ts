import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Permission } from '../../domain/roles/permissions';

const PUBLISHES: Permission = 'releases.publish';

/** The administrators who look after releases. */
@Injectable()
export class ReleasePublishers {
  constructor(private readonly database: Database) {}

  /** The ids of those who can be reached by mail: the longest-standing ones, if there are more than `atMost`. */
  async reachable(tenantId: string, atMost: number): Promise<string[]> {
    const users = await this.database.read<{ id: string }>(
      tenantId,
      `SELECT u.id FROM users u
        WHERE u.tenant_id = $1 AND u.status = 'active'
          AND u.id IN (SELECT ur.user_id
                         FROM roles r JOIN user_roles ur ON ur.tenant_id = r.tenant_id AND ur.role_code = r.code
                        WHERE r.tenant_id = $1 AND $2 = ANY (r.permissions))
          AND EXISTS (SELECT FROM login_identifiers i
                       WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.type = 'email'
                         AND i.verified_at IS NOT NULL)
        ORDER BY u.created_at, u.id LIMIT $3`,
      [tenantId, PUBLISHES, atMost],
    );
    return users.map(({ id }) => id);
  }
}
