import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';
import { MessageRepository } from '../../domain/messages/message.repository';
import { type ManagedMessage, ManagedMessages } from '../../infrastructure/messages/managed-messages';
import { recordOf } from './message-record';

/** What all changes of a notice or message have in common: its record, before and after. In the current transaction. */
@Injectable()
export class RecordedMessages {
  constructor(
    private readonly messages: MessageRepository,
    private readonly managed: ManagedMessages,
    private readonly audit: AuditTrail,
  ) {}

  async add(message: NotificationMessage): Promise<ManagedMessage> {
    await this.messages.add(message);
    return this.record(message, null);
  }

  /** @param message locked. @param follow what comes after it was saved. */
  async change(
    message: NotificationMessage,
    happen: () => void | Promise<void>,
    follow?: () => Promise<void>,
  ): Promise<ManagedMessage> {
    const before = await this.managed.get(message, message.kind, message.id);
    await happen();
    await this.messages.save(message);
    await follow?.();
    return this.record(message, before);
  }

  private async record(message: NotificationMessage, before: ManagedMessage | null): Promise<ManagedMessage> {
    const { kind, id, appId } = message;
    const after = await this.managed.get(message, kind, id);
    this.audit.record({
      resourceType: kind,
      resourceId: id,
      appId,
      before: before && recordOf(before),
      after: recordOf(after),
    });
    return after;
  }
}
