import { Injectable } from '@nestjs/common';
import { derivedId, type MemberNotice, type MemberNotices, newIdAt, Outbox, Transactions } from '@libs/kernel';
import { WithdrawalDue } from '../../domain/messages/message.events';
import type { Channel } from '../../domain/preferences/notification-preferences';
import { DeliveryQueue } from '../../infrastructure/deliveries/delivery-queue';
import { OwnNoticeStore } from '../../infrastructure/own-notices/own-notice-store';

/** Whoever has something to tell mails it, too: so it is not mailed from here. */
const CHANNELS: readonly Channel[] = ['in_app', 'push'];

/**
 * What the product itself tells members. For one recipient there is nothing to hand to a worker in batches: the message,
 * its place in the inbox and the finished fan-out are written at once, at constant cost.
 */
@Injectable()
export class OwnNotices implements MemberNotices {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly store: OwnNoticeStore,
    private readonly deliveries: DeliveryQueue,
  ) {}

  async tell(notice: MemberNotice): Promise<void> {
    const { tenantId, appId, userId, causeId, messageType, expiresAt } = notice;
    const messageId = derivedId(causeId, `${appId}:${userId}`);
    const publicationId = newIdAt(await this.transactions.now());
    if (!(await this.store.publish(notice, { messageId, publicationId, channels: CHANNELS }))) return;
    await this.deliveries.enqueue({
      tenantId,
      appId,
      messageId,
      publicationId,
      messageType,
      channels: CHANNELS,
      after: null,
      through: userId,
      userIds: [userId],
    });
    if (expiresAt) await this.outbox.add(new WithdrawalDue({ tenantId, appId, id: messageId }, expiresAt));
  }
}
