import { Injectable } from '@nestjs/common';
import { type SupportedLocale, Transactions } from '@libs/kernel';
import { NotificationMessage } from '../../domain/messages/message';
import { changedSettings, newSettings } from '../../domain/messages/message-changes';
import { MessageStore } from '../../infrastructure/messages/message-store';
import type { MessageChanges, MessageKind, NewMessage } from '../../domain/messages/message-settings';
import type { Audience } from '../../domain/audience/audience';
import type { NotificationScope } from '../../domain/notification-scope';
import type { ManagedMessage } from '../../infrastructure/messages/managed-messages';
import { AudienceResolver, type ResolvingScope } from '../audience/audience-resolver';
import { MessageActions } from './message-actions';
import { expectMayChoose, type MessageAuthor } from './message-author';
import { RecordedMessages } from './recorded-messages';

/** The App of those who write: in its default locale texts are required. */
export interface AuthorScope extends ResolvingScope {
  readonly defaultLocale: SupportedLocale;
}

/** Writes drafts of notices and messages. Members see none of it until it is published. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly messages: MessageStore,
    private readonly recorded: RecordedMessages,
    private readonly audiences: AudienceResolver,
    private readonly actions: MessageActions,
  ) {}

  /**
   * Creates a draft.
   *
   * @throws ValidationFailedError for what a notice or message cannot be, or whom it cannot be for.
   * @throws PermissionDeniedError for an audience by what the author may not see.
   */
  create(app: AuthorScope, kind: MessageKind, input: NewMessage, author: MessageAuthor): Promise<ManagedMessage> {
    return this.transactions.run(app.tenantId, async () => {
      const now = await this.transactions.now();
      const settings = newSettings({ kind, defaultLocale: app.defaultLocale, now }, input);
      const audience = input.audience ? await this.resolved(app, author, input.audience) : settings.audience;
      if (input.action) await this.actions.expectPossible(app, settings.action);
      const origin = { kind, origin: 'admin' } as const;
      const message = new NotificationMessage(app, origin, { ...settings, audience }, author.userId);
      await this.messages.add(message);
      return this.recorded.added(message);
    });
  }

  /**
   * Changes a draft.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws NotificationStateError unless it is a draft.
   * @throws ValidationFailedError, PermissionDeniedError as `create`.
   */
  update(
    app: AuthorScope,
    kind: MessageKind,
    id: string,
    lockVersion: number,
    changes: MessageChanges,
    author: MessageAuthor,
  ): Promise<ManagedMessage> {
    return this.transactions.run(app.tenantId, async () => {
      const message = await this.messages.getForUpdate(app, kind, id);
      return this.recorded.change(message, lockVersion, async () => {
        message.expectDraft();
        const now = await this.transactions.now();
        const settings = changedSettings({ kind, defaultLocale: app.defaultLocale, now }, message.settings, changes);
        const audience = changes.audience ? await this.resolved(app, author, changes.audience) : settings.audience;
        if (changes.action) await this.actions.expectPossible(app, settings.action);
        message.write({ ...settings, audience });
      });
    });
  }

  /**
   * Creates a draft of the same texts, type, audience, channels and action, not of the times. Of what has gone since, such
   * as members who have left, it says nothing: that is found out when it is changed or published.
   *
   * @throws ResourceNotFoundError
   * @throws PermissionDeniedError for an audience by what the author may not see.
   */
  copy(scope: NotificationScope, kind: MessageKind, id: string, author: MessageAuthor): Promise<ManagedMessage> {
    return this.transactions.run(scope.tenantId, async () => {
      const message = await this.messages.getForUpdate(scope, kind, id);
      expectMayChoose(author, message.settings.audience);
      const copy = message.copy(author.userId);
      await this.messages.add(copy);
      return this.recorded.added(copy);
    });
  }

  /**
   * Deletes a draft or a cancelled one.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws NotificationStateError for others.
   */
  async delete(scope: NotificationScope, kind: MessageKind, id: string, lockVersion: number): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      const message = await this.messages.getForUpdate(scope, kind, id);
      await this.recorded.delete(message, lockVersion, async () => {
        message.expectDeletable();
        await this.messages.delete(message);
      });
    });
  }

  private resolved(app: AuthorScope, author: MessageAuthor, wanted: Audience): Promise<Audience> {
    expectMayChoose(author, wanted);
    return this.audiences.expect(app, wanted);
  }
}
