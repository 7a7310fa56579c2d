import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ScheduledRow, Schedules } from '@libs/foundation';
import { SystemAudit } from '@libs/kernel';
import { MessageDue } from '../../domain/messages/message.events';
import { ManagedMessages } from '../../infrastructure/messages/managed-messages';
import { MessagePublicationService } from './message-publication.service';

/** Publishes scheduled notices and messages when their time has come. */
@Injectable()
export class ScheduledMessagesHandler implements OnModuleInit {
  constructor(
    private readonly schedules: Schedules,
    private readonly managed: ManagedMessages,
    private readonly publication: MessagePublicationService,
    private readonly audit: SystemAudit,
  ) {}

  onModuleInit(): void {
    this.schedules.register(
      {
        ...{ table: 'notification_messages', time: 'scheduled_at' },
        ...{ type: MessageDue.type, field: 'message_id', sweep: 'notifications.overdue' },
      },
      (row, cause) => this.publish(row, cause),
    );
  }

  private async publish({ id, ...scope }: ScheduledRow, cause: string): Promise<void> {
    const kind = await this.managed.kindOf(scope, id);
    if (kind === null) return;
    const job = { tenantId: scope.tenantId, action: `${kind}s.publish`, name: 'notifications.schedule', id: cause };
    await this.audit.perform(job, () => this.publication.publishDue(scope, id));
  }
}
