import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { AuditRedactions } from '../infrastructure/audit-redactions';

/** Removes people from the logs once their account has been erased. Their actions stay, under their id. */
@Handles('user.erased')
export class ErasedUsersHandler implements OutboxHandler {
  constructor(private readonly redactions: AuditRedactions) {}

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    const userId = String(data['user_id']);
    // Administrators of the platform act in other tenants, too.
    const tenantIds = new Set([tenantId, ...(await this.redactions.tenantsOf(userId))]);
    for (const id of tenantIds) await this.redactions.redact(id, userId);
  }
}
