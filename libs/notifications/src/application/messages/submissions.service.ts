import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { expectOfApps, expectScope, type ServiceClient } from '@libs/iam';
import { Transactions, ValidationFailedError } from '@libs/kernel';
import { NotificationMessage } from '../../domain/messages/message';
import { newSettings } from '../../domain/messages/message-changes';
import type { NewMessage } from '../../domain/messages/message-settings';
import { type NamedRecipients, NamedRecipientsQuery } from '../../infrastructure/audience/named-recipients';
import { type SubmittedMessage, SubmittedMessages } from '../../infrastructure/messages/submitted-messages';
import { MessagePublicationService } from './message-publication.service';

/** A message that another system sends. */
export interface Submission {
  readonly appId: string;
  readonly recipients: Pick<NamedRecipients, 'userIds'> | Pick<NamedRecipients, 'identifiers'>;
  readonly message: Omit<NewMessage, 'audience' | 'scheduledAt'>;
}

type Submitter = Pick<ServiceClient, 'tenantId' | 'id' | 'scopes' | 'appIds'>;

export interface Submitted {
  readonly id: string;
  /** Null for a client that may not know who is a member. */
  readonly recipients: SubmittedRecipients | null;
}

export interface SubmittedRecipients {
  readonly count: number;
  /** By their positions in the list by which they were named. */
  readonly unknown: { readonly by: 'userIds' | 'identifiers'; readonly places: readonly number[] };
}

/** Takes messages of other systems, which are published at once. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: ManagedApps,
    private readonly recipients: NamedRecipientsQuery,
    private readonly publication: MessagePublicationService,
    private readonly submitted: SubmittedMessages,
  ) {}

  /**
   * Publishes a message for those of the named who are active members: nobody else is, whoever is named. Only a client
   * that may know them is told who they are.
   *
   * @throws ScopeDeniedError for a message that the client may not send, ResourceNotFoundError for an App to which it is
   *   not limited.
   * @throws ValidationFailedError for an App that cannot be used, and for what a message cannot be.
   */
  async submit(client: Submitter, { appId, recipients, message }: Submission): Promise<Submitted> {
    if (message.messageType === 'security') expectScope(client, 'notifications.security');
    expectOfApps(client, appId);
    const { tenantId, id: clientId } = client;
    return this.transactions.run(tenantId, async () => {
      const app = await this.apps.findForShare(tenantId, appId);
      if (app?.status !== 'active') throw ValidationFailedError.of('app_id', 'unknown_app');
      const scope = { tenantId, appId };
      const now = await this.transactions.now();
      const settings = newSettings({ kind: 'message', defaultLocale: app.defaultLocale, now }, message);
      const named = { userIds: [], identifiers: [], ...recipients };
      const { userIds, unknown: unknownPlaces } = await this.recipients.find(scope, named);
      const audience = { mode: 'users', userIds, filter: {} } as const;
      const origin = { kind: 'message', origin: 'service' } as const;
      const submitted = new NotificationMessage(scope, origin, { ...settings, audience }, clientId);
      await this.publication.publishNew(submitted, now, clientId);
      const by = 'userIds' in recipients ? 'userIds' : 'identifiers';
      const unknown = { by, places: unknownPlaces[by] } as const;
      const mayKnow = client.scopes.has('members.read');
      return { id: submitted.id, recipients: mayKnow ? { count: userIds.length, unknown } : null };
    });
  }

  /**
   * Takes a message of the client out of every inbox. Record and statistics stay.
   *
   * @throws ResourceNotFoundError
   * @throws NotificationStateError when it was recalled before.
   */
  async recall(client: Submitter, id: string, reason: string | null): Promise<SubmittedMessage> {
    const { tenantId } = client;
    const { appId } = await this.submitted.get(client, id);
    await this.publication.recall({ tenantId, appId }, 'message', id, null, reason);
    return this.submitted.get(client, id);
  }
}
