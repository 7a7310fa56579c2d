import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  Logger,
  type OutboxHandler,
  OutboxHandlers,
  type OutboxMessage,
  type SweepBatch,
  Sweeps,
} from '@libs/foundation';
import { newId, SystemAudit } from '@libs/kernel';
import { MESSAGE_DUE } from '../../domain/messages/message.events';
import type { NotificationScope } from '../../domain/notification-scope';
import { ManagedMessages } from '../../infrastructure/messages/managed-messages';
import { MessagePublicationService } from './message-publication.service';

/** Publishes scheduled notices and messages when their time has come, and those whose outbox message was lost or given up. */
@Injectable()
export class ScheduledMessagesHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly sweeps: Sweeps,
    private readonly managed: ManagedMessages,
    private readonly publication: MessagePublicationService,
    private readonly audit: SystemAudit,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.handlers.register(MESSAGE_DUE, this);
    this.sweeps.register('notifications.overdue', (position) => this.publishOverdue(position));
  }

  async handle({ id, tenantId, appId, data }: OutboxMessage): Promise<void> {
    if (appId !== null) await this.publish({ tenantId, appId }, String(data['message_id']), id);
  }

  /** One by one: one that cannot be published does not hold up the others. */
  private async publishOverdue(from: string | null): Promise<SweepBatch> {
    const { due, full, position } = await this.managed.overdue(from);
    for (const { tenantId, appId, id } of due) {
      await this.publish({ tenantId, appId }, id, newId()).catch((error: unknown) => {
        // By name only: an error's message may quote the text.
        const reason = error instanceof Error ? error.name : typeof error;
        this.logger.warn({ tenant_id: tenantId, message_id: id, reason }, 'an overdue message was not published');
      });
    }
    return { rows: 0, full, ...(position === null ? {} : { position }) };
  }

  /** @param cause names the trigger in the audit log. */
  private async publish(scope: NotificationScope, id: string, cause: string): Promise<void> {
    const kind = await this.managed.kindOf(scope, id);
    if (kind === null) return;
    const action = `${kind}s.publish`;
    const job = { tenantId: scope.tenantId, action, name: 'notifications.schedule', id: cause };
    await this.audit.perform(job, () => this.publication.publishDue(scope, id));
  }
}
