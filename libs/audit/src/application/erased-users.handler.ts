import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { AuditRedactions } from '../infrastructure/audit-redactions';

/** Removes people from the logs once their account has been erased. Their actions stay, under their id. */
@Injectable()
export class ErasedUsersHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly redactions: AuditRedactions,
  ) {}

  onModuleInit(): void {
    this.handlers.register('user.erased', this);
  }

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    const userId = String(data['user_id']);
    // Administrators of the platform act in other tenants, too.
    const tenantIds = new Set([tenantId, ...(await this.redactions.tenantsOf(userId))]);
    for (const id of tenantIds) await this.redactions.redact(id, userId);
  }
}
