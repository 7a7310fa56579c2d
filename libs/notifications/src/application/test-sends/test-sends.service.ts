import { Injectable } from '@nestjs/common';
import { expectHeld } from '@libs/iam';
import { AuditTrail, Outbox, Transactions } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';
import { WithdrawalDue } from '../../domain/messages/message.events';
import type { MessageKind } from '../../domain/messages/message-settings';
import { DeliveryQueue } from '../../infrastructure/deliveries/delivery-queue';
import { MessageStore } from '../../infrastructure/messages/message-store';
import { TestPublications } from '../../infrastructure/test-sends/test-publications';
import { AudienceResolver, type NamedPeople } from '../audience/audience-resolver';
import type { MessageAuthor } from '../messages/message-author';
import type { AuthorScope } from '../messages/messages.service';

export interface TestSend {
  readonly recipientCount: number;
  /** When it leaves the inboxes. */
  readonly expiresAt: Date;
}

/** Shows a draft to a few members, as it will be. */
@Injectable()
export class TestSends {
  constructor(
    private readonly transactions: Transactions,
    private readonly messages: MessageStore,
    private readonly audiences: AudienceResolver,
    private readonly tests: TestPublications,
    private readonly deliveries: DeliveryQueue,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Delivers it to the inboxes of the members whatever they prefer; pushes and mails follow as they allow them.
   *
   * @throws PermissionDeniedError for identifiers, of an administrator who may not see members: who has one would be told.
   * @throws ResourceNotFoundError
   * @throws NotificationStateError unless it is a draft.
   * @throws RateLimitedError when the administrator has sent as many as an hour allows.
   * @throws ValidationFailedError naming those who are no active members of the App.
   */
  async send(
    app: AuthorScope,
    kind: MessageKind,
    id: string,
    testers: NamedPeople,
    { userId: askedBy, permissions }: MessageAuthor,
  ): Promise<TestSend> {
    if (testers.identifiers) expectHeld(permissions, ['members.read']);
    const { tenantId, appId, defaultLocale } = app;
    return this.transactions.run(tenantId, async () => {
      const message = await this.messages.getForUpdate(app, kind, id);
      message.expectTestable();
      await this.tests.expectAllowed(tenantId, askedBy);
      const userIds = (await this.audiences.expectNamed(app, testers)).toSorted();
      const test = message.testFor(userIds, { now: await this.transactions.now(), askedBy, defaultLocale });
      await this.messages.add(test);
      const recipientCount = await this.tests.deliver(test);
      const expiresAt = await this.leaveToOthers(test);
      const after = { message_id: message.id, user_ids: userIds };
      this.audit.record({ resourceType: `${kind}_test`, resourceId: test.id, appId, before: null, after });
      return { recipientCount, expiresAt };
    });
  }

  private async leaveToOthers(test: NotificationMessage): Promise<Date> {
    const { tenantId, appId, id: messageId, publicationId, messageType, channels, audienceUserIds: userIds } = test;
    const through = userIds.at(-1);
    if (publicationId === null || test.expiresAt === null || through === undefined) {
      throw new Error('A test is published to somebody, and expires');
    }
    const slice = { tenantId, appId, messageId, publicationId, messageType, channels, userIds };
    await this.deliveries.enqueue({ ...slice, after: null, through });
    await this.outbox.add(new WithdrawalDue(test, test.expiresAt));
    return test.expiresAt;
  }
}
