import { Injectable } from '@nestjs/common';
import { type ManagedApp, ManagedApps } from '@libs/apps';
import { ResourceNotFoundError, Transactions } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';
import { MessageStore } from '../../infrastructure/messages/message-store';
import type { MessageKind } from '../../domain/messages/message-settings';
import type { NotificationScope } from '../../domain/notification-scope';
import type { ManagedMessage } from '../../infrastructure/messages/managed-messages';
import { AudienceTurns } from '../audience/audience-turns';
import { MessageActions } from './message-actions';
import { PreviewedAudiences } from './previewed-audiences';
import { PublicationTasks } from './publication-tasks';
import { RecordedMessages } from './recorded-messages';

export interface PublishRequest {
  readonly lockVersion: number | null;
  /** Of the preview whose audience it is to have. */
  readonly previewId: string | null;
}

/** Decides when members get a notice or message, and whether they keep it. */
@Injectable()
export class MessagePublicationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly messages: MessageStore,
    private readonly recorded: RecordedMessages,
    private readonly previewed: PreviewedAudiences,
    private readonly actions: MessageActions,
    private readonly turns: AudienceTurns,
    private readonly apps: ManagedApps,
    private readonly tasks: PublicationTasks,
  ) {}

  /**
   * Publishes a draft at once, or when its time comes. Workers then write it into inboxes.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ValidationFailedError when the message has no such preview, or not any more, and for an action to what the App
   *   does not have any more.
   * @throws NotificationStateError unless it is a draft that has not expired.
   * @throws AudienceChangedError when its audience is not that of the preview; then nothing is sent.
   * @throws DependencyUnavailableError when the audiences of others take too long.
   */
  publish(
    scope: NotificationScope,
    kind: MessageKind,
    id: string,
    { lockVersion, previewId }: PublishRequest,
    publishedBy: string,
  ): Promise<ManagedMessage> {
    const publish = async (): Promise<ManagedMessage> => {
      // Whoever deletes the App waits, or has deleted it: then nothing is published in it.
      if (!(await this.findApp(scope))) throw new ResourceNotFoundError();
      const message = await this.messages.getForUpdate(scope, kind, id);
      const seen = previewId === null ? null : await this.previewed.find(message, previewId);
      return this.recorded.change(message, lockVersion, async () => {
        const now = await this.transactions.now();
        message.expectPublishable(now);
        await this.actions.expectPossible(scope, message.action);
        if (seen !== null) await this.previewed.expectSame(message, seen);
        message.publish(now, publishedBy);
        await this.tasks.publish(message);
      });
    };
    return previewId === null
      ? this.transactions.run(scope.tenantId, publish)
      : this.turns.take(scope.tenantId, publish);
  }

  /**
   * Publishes at once what nobody has seen as a draft. In the current transaction, until which the App is not deleted.
   *
   * @throws ValidationFailedError for an action to what the App does not have.
   */
  async publishNew(message: NotificationMessage, now: Date, publishedBy: string): Promise<void> {
    await this.actions.expectPossible(message, message.action);
    message.publish(now, publishedBy);
    await this.messages.add(message);
    await this.tasks.publish(message);
    await this.recorded.added(message);
  }

  /**
   * Publishes a scheduled one whose time has come, and calls it off if its App is gone. Does nothing to others. Without
   * its action if what that opens has gone: nobody is there to decide, and the news may not wait.
   */
  async publishDue(scope: NotificationScope, id: string): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      const app = await this.findApp(scope);
      const message = await this.messages.findForUpdate(scope, id);
      const now = await this.transactions.now();
      if (!message?.isDue(now)) return;
      await this.recorded.change(message, null, async () => {
        if (app) {
          message.publishDue(now, await this.actions.isPossible(scope, message.action));
          await this.tasks.publish(message);
        } else {
          message.cancel(now);
          await this.tasks.cancel(message);
        }
      });
    });
  }

  /**
   * Makes a scheduled one a draft again. The scheduler comes to it before, or not at all.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws NotificationStateError unless it is scheduled.
   */
  unschedule(
    scope: NotificationScope,
    kind: MessageKind,
    id: string,
    lockVersion: number | null,
  ): Promise<ManagedMessage> {
    return this.change(scope, kind, id, lockVersion, async (message) => {
      message.unschedule();
      await this.tasks.unschedule(message);
    });
  }

  /**
   * Gives up a draft, or calls a scheduled publication off.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws NotificationStateError unless it is a draft or scheduled.
   */
  cancel(scope: NotificationScope, kind: MessageKind, id: string, lockVersion: number | null): Promise<ManagedMessage> {
    return this.change(scope, kind, id, lockVersion, async (message, now) => {
      const { status } = message;
      message.cancel(now);
      if (status === 'scheduled') await this.tasks.unschedule(message);
      await this.tasks.cancel(message);
    });
  }

  /**
   * Hides a published one from all inboxes, at once; workers remove it from them. Record and statistics stay.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws NotificationStateError unless it is published and was not recalled before.
   */
  recall(
    scope: NotificationScope,
    kind: MessageKind,
    id: string,
    lockVersion: number | null,
    reason: string | null,
  ): Promise<ManagedMessage> {
    return this.change(scope, kind, id, lockVersion, async (message, now) => {
      message.recall(now, reason);
      await this.tasks.recall(message, now);
    });
  }

  /** Calls off what is scheduled in a deleted App. */
  async retire(scope: NotificationScope): Promise<void> {
    while (await this.cancelSome(scope));
  }

  private cancelSome(scope: NotificationScope): Promise<boolean> {
    return this.transactions.run(scope.tenantId, async () => {
      const cancelled = await this.messages.cancelScheduled(scope);
      for (const message of cancelled) await this.tasks.cancel({ ...scope, ...message });
      return cancelled.length > 0;
    });
  }

  private change(
    scope: NotificationScope,
    kind: MessageKind,
    id: string,
    lockVersion: number | null,
    happen: (message: NotificationMessage, now: Date) => Promise<void>,
  ): Promise<ManagedMessage> {
    return this.transactions.run(scope.tenantId, async () => {
      const message = await this.messages.getForUpdate(scope, kind, id);
      return this.recorded.change(message, lockVersion, async () => happen(message, await this.transactions.now()));
    });
  }

  /** In any status; it is not deleted until the transaction is over. */
  private findApp({ tenantId, appId }: NotificationScope): Promise<ManagedApp | null> {
    return this.apps.findForShare(tenantId, appId);
  }
}
