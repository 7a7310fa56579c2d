import { Injectable } from '@nestjs/common';
import { AuditTrail, newId } from '@libs/kernel';
import type { MessageKind } from '../../domain/messages/message-settings';
import { AudiencePreviews } from '../../infrastructure/audience/audience-previews';
import { type AudienceCount, Audiences } from '../../infrastructure/audience/audiences';
import { ManagedMessages } from '../../infrastructure/messages/managed-messages';
import { AudienceTurns } from '../audience/audience-turns';
import { expectMayChoose, type MessageAuthor } from './message-author';
import type { AuthorScope } from './messages.service';

export interface RecipientPreview extends Omit<AudienceCount, 'sample'> {
  /** Null for those who may not see members. */
  readonly sample: AudienceCount['sample'] | null;
  readonly id: string;
  /** Until then a publication may refer to it. */
  readonly expiresAt: Date;
}

/** Tells whom a notice or message would reach, before anybody gets it. */
@Injectable()
export class RecipientPreviewsService {
  constructor(
    private readonly managed: ManagedMessages,
    private readonly audiences: Audiences,
    private readonly previews: AudiencePreviews,
    private readonly turns: AudienceTurns,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * In any status: of one that was published it tells whom it would reach now.
   *
   * @throws ResourceNotFoundError
   * @throws PermissionDeniedError for an audience by what the one who asks may not see.
   * @throws DependencyUnavailableError when the audiences of others take too long.
   */
  preview(app: AuthorScope, kind: MessageKind, messageId: string, asker: MessageAuthor): Promise<RecipientPreview> {
    const { tenantId, appId, defaultLocale } = app;
    return this.turns.take(tenantId, async () => {
      const { messageType, channels, ...message } = await this.managed.get(app, kind, messageId);
      const { audienceMode: mode, audienceUserIds: userIds, audienceFilter: filter } = message;
      const settings = { messageType, channels, audience: { mode, userIds, filter } };
      expectMayChoose(asker, settings.audience);
      const count = await this.audiences.count(app, settings, defaultLocale);
      const id = newId();
      const expiresAt = await this.previews.remember(tenantId, id, messageId, count.hash);
      const after = { message_id: messageId, audience_hash: count.hash, total: count.total, eligible: count.eligible };
      this.audit.record({ resourceType: 'recipient_preview', resourceId: id, appId, before: null, after });
      const sample = asker.permissions.has('members.read') ? count.sample : null;
      return { ...count, sample, id, expiresAt };
    });
  }
}
