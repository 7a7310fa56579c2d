import { Injectable } from '@nestjs/common';
import { type SupportedLocale, Transactions } from '@libs/kernel';
import { NotificationMessage } from '../../domain/messages/message';
import { changedSettings, newSettings } from '../../domain/messages/message-changes';
import { MessageStore } from '../../infrastructure/messages/message-store';
import type { MessageChanges, MessageKind, NewMessage } from '../../domain/messages/message-settings';
import type { Audience } from '../../domain/audience/audience';
import type { ManagedMessage } from '../../infrastructure/messages/managed-messages';
import { AudienceResolver, type ResolvingScope } from '../audience/audience-resolver';
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
        message.write({ ...settings, audience });
      });
    });
  }

  private resolved(app: AuthorScope, author: MessageAuthor, wanted: Audience): Promise<Audience> {
    expectMayChoose(author, wanted);
    return this.audiences.expect(app, wanted);
  }
}
