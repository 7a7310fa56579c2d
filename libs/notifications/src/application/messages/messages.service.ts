import { Injectable } from '@nestjs/common';
import { RoleStore } from '@libs/iam';
import { type FieldError, type SupportedLocale, Transactions, ValidationFailedError } from '@libs/kernel';
import { NotificationMessage } from '../../domain/messages/message';
import { changedSettings, newSettings } from '../../domain/messages/message-changes';
import { MessageStore } from '../../infrastructure/messages/message-store';
import type { MessageChanges, MessageKind, NewMessage } from '../../domain/messages/message-settings';
import type { Audience } from '../../domain/audience/audience';
import type { NotificationScope } from '../../domain/notification-scope';
import { Audiences } from '../../infrastructure/audience/audiences';
import type { ManagedMessage } from '../../infrastructure/messages/managed-messages';
import { expectMayFilter, type MessageAuthor } from './message-author';
import { RecordedMessages } from './recorded-messages';

/** The App of those who write: in its default locale texts are required. */
export interface AuthorScope extends NotificationScope {
  readonly defaultLocale: SupportedLocale;
}

/** Writes drafts of notices and messages. Members see none of it until it is published. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly messages: MessageStore,
    private readonly recorded: RecordedMessages,
    private readonly audiences: Audiences,
    private readonly roles: RoleStore,
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
      if (input.audience) await this.expectAudience(app, author, settings.audience);
      const message = new NotificationMessage(app, { kind, origin: 'admin' }, settings, author.userId);
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
        if (changes.audience) await this.expectAudience(app, author, settings.audience);
        message.write(settings);
      });
    });
  }

  private async expectAudience(
    app: AuthorScope,
    author: MessageAuthor,
    { mode, userIds, filter }: Audience,
  ): Promise<void> {
    expectMayFilter(author, filter);
    const errors: FieldError[] = [];
    if (mode === 'users') {
      const places = await this.audiences.strangersAmong(app, userIds);
      errors.push(...places.map((place) => ({ field: `audience.user_ids.${place}`, code: 'unknown_member' })));
    }
    const { roles = [] } = filter;
    const known = roles.length === 0 ? new Set<string>() : await this.roles.existing(app.tenantId, roles);
    for (const [place, code] of roles.entries()) {
      if (!known.has(code)) errors.push({ field: `audience.filter.roles.${place}`, code: 'unknown_role' });
    }
    if (errors.length > 0) throw new ValidationFailedError(errors);
  }
}
