import { Injectable } from '@nestjs/common';
import { Outbox } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';
import {
  FanOutDue,
  MessageDue,
  NotificationCancelled,
  NotificationPublished,
  NotificationRecalled,
  type ToldMessage,
  WithdrawalDue,
} from '../../domain/messages/message.events';
import { FanOuts } from '../../infrastructure/messages/fan-outs';

/** What is left to others when a message is published or called off: with the commit of that, or not at all. */
@Injectable()
export class PublicationTasks {
  constructor(
    private readonly outbox: Outbox,
    private readonly fanOuts: FanOuts,
  ) {}

  async publish(message: NotificationMessage): Promise<void> {
    const { id, status, scheduledAt, expiresAt, publicationId } = message;
    if (status === 'scheduled' && scheduledAt) await this.outbox.add(new MessageDue(message, scheduledAt));
    if (publicationId === null) return;
    await this.fanOuts.add(message, id, publicationId);
    await this.outbox.add(new FanOutDue(message));
    await this.outbox.add(new NotificationPublished(message));
    if (expiresAt) await this.outbox.add(new WithdrawalDue(message, expiresAt));
  }

  /** What was to publish it would wait for as long as it said. */
  async unschedule(message: NotificationMessage): Promise<void> {
    if (message.scheduledAt) await this.outbox.withdraw(new MessageDue(message, message.scheduledAt));
  }

  async cancel(message: ToldMessage): Promise<void> {
    await this.outbox.add(new NotificationCancelled(message));
  }

  async recall(message: NotificationMessage, now: Date): Promise<void> {
    if (message.expiresAt) await this.outbox.withdraw(new WithdrawalDue(message, message.expiresAt));
    await this.outbox.add(new WithdrawalDue(message, now));
    await this.outbox.add(new NotificationRecalled(message));
  }
}
