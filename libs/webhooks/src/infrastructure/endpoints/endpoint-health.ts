import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Closure } from '../../domain/endpoints/endpoint-settings';

/** An endpoint that was called. */
export interface CalledEndpoint {
  readonly tenantId: string;
  readonly id: string;
  /** Where it was called: what happened there is not held against another address. */
  readonly url: string;
}

export interface ClosedEndpoint extends CalledEndpoint {
  readonly createdBy: string;
}

const CALLED = 'tenant_id = $1 AND id = $2 AND url = $3 AND deleted_at IS NULL';

/** How endpoints do. A row is written only when that changes. In the current transaction. */
@Injectable()
export class EndpointHealth {
  constructor(private readonly database: Database) {}

  async succeeded({ tenantId, id, url }: CalledEndpoint): Promise<void> {
    await this.database.query(
      `UPDATE webhook_endpoints SET failing_since = NULL WHERE ${CALLED} AND failing_since IS NOT NULL`,
      [tenantId, id, url],
    );
  }

  async failed({ tenantId, id, url }: CalledEndpoint): Promise<void> {
    await this.database.query(
      `UPDATE webhook_endpoints SET failing_since = now() WHERE ${CALLED} AND failing_since IS NULL`,
      [tenantId, id, url],
    );
  }

  /** @returns the endpoint if it was disabled now, rather than before or not at all. */
  async disable(called: CalledEndpoint, { reason, afterDays }: Closure): Promise<ClosedEndpoint | null> {
    const { tenantId, id, url } = called;
    const [closed] = await this.database.query<{ createdBy: string }>(
      `UPDATE webhook_endpoints
          SET enabled = false, disabled_reason = $4, lock_version = lock_version + 1, updated_at = now()
        WHERE ${CALLED} AND enabled AND failing_since <= now() - make_interval(days => $5)
       RETURNING created_by AS "createdBy"`,
      [tenantId, id, url, reason, afterDays],
    );
    return closed ? { ...called, createdBy: closed.createdBy } : null;
  }
}
