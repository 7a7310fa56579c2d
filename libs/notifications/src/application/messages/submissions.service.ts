import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { Transactions, ValidationFailedError } from '@libs/kernel';
import { NotificationMessage } from '../../domain/messages/message';
import { type NewMessage, newSettings } from '../../domain/messages/message-changes';
import { type NamedRecipients, NamedRecipientsQuery } from '../../infrastructure/audience/named-recipients';
import { MessagePublicationService } from './message-publication.service';

/** A message that another system sends. */
export interface Submission {
  readonly appId: string;
  readonly recipients: NamedRecipients;
  readonly message: Omit<NewMessage, 'audience' | 'scheduledAt'>;
}

export interface Submitted {
  readonly id: string;
  /** Those of the named who are members. */
  readonly recipientCount: number;
}

/** Takes messages of other systems, which are published at once. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: ManagedApps,
    private readonly recipients: NamedRecipientsQuery,
    private readonly publication: MessagePublicationService,
  ) {}

  /**
   * Publishes a message for those of the named who are active members: nobody else is, whoever is named.
   *
   * @throws ValidationFailedError for an App that cannot be used, and for what a message cannot be.
   */
  submit(tenantId: string, clientId: string, { appId, recipients, message }: Submission): Promise<Submitted> {
    return this.transactions.run(tenantId, async () => {
      const app = await this.apps.findForShare(tenantId, appId);
      if (app?.status !== 'active') throw ValidationFailedError.of('app_id', 'unknown_app');
      const scope = { tenantId, appId };
      const now = await this.transactions.now();
      const settings = newSettings({ kind: 'message', defaultLocale: app.defaultLocale, now }, message);
      const userIds = await this.recipients.activeMembers(scope, recipients);
      const audience = { mode: 'users', userIds, filter: {} } as const;
      const origin = { kind: 'message', origin: 'service' } as const;
      const submitted = new NotificationMessage(scope, origin, { ...settings, audience }, clientId);
      await this.publication.publishNew(submitted, now, clientId);
      return { id: submitted.id, recipientCount: userIds.length };
    });
  }
}
