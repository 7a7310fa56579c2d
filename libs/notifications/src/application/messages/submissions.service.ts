import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { expectOfApps, expectScope, ScopeDeniedError, type ServiceClient } from '@libs/iam';
import { Transactions, ValidationFailedError } from '@libs/kernel';
import type { Audience } from '../../domain/audience/audience';
import { NotificationMessage } from '../../domain/messages/message';
import { newSettings } from '../../domain/messages/message-changes';
import type { NewMessage } from '../../domain/messages/message-settings';
import { Audiences } from '../../infrastructure/audience/audiences';
import {
  type NamedPlaces,
  type NamedRecipients,
  NamedRecipientsQuery,
} from '../../infrastructure/audience/named-recipients';
import { type SubmittedMessage, SubmittedMessages } from '../../infrastructure/messages/submitted-messages';
import { AudienceResolver, type ResolvedAudience, type ResolvingScope } from '../audience/audience-resolver';
import { AudienceTurns } from '../audience/audience-turns';
import { MessagePublicationService } from './message-publication.service';

/** Whom a message is for: people who are named, in one way, or an audience as administrators choose it. */
type Recipients =
  | Pick<NamedRecipients, 'userIds'>
  | Pick<NamedRecipients, 'identifiers'>
  | { readonly audience: Audience };

/** A message that another system sends. */
export interface Submission {
  readonly appId: string;
  readonly recipients: Recipients;
  readonly message: Omit<NewMessage, 'audience' | 'scheduledAt'>;
}

type Submitter = Pick<ServiceClient, 'tenantId' | 'id' | 'scopes' | 'appIds'>;

export interface Submitted {
  readonly id: string;
  /** Null for a client that may not know who is a member. */
  readonly recipients: SubmittedRecipients | null;
}

export interface SubmittedRecipients {
  /** Of active members. */
  readonly count: number;
  /** The named who are none, by their positions in the lists by which they were named. */
  readonly unknown: NamedPlaces;
}

/** Takes messages of other systems, which are published at once. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: ManagedApps,
    private readonly recipients: NamedRecipientsQuery,
    private readonly resolver: AudienceResolver,
    private readonly audiences: Audiences,
    private readonly turns: AudienceTurns,
    private readonly publication: MessagePublicationService,
    private readonly submitted: SubmittedMessages,
  ) {}

  /**
   * Publishes a message for those of the named who are active members: nobody else is, whoever is named. Only a client
   * that may know them is told who they are.
   *
   * @throws ScopeDeniedError for a message, or an audience, that the client may not choose, ResourceNotFoundError for an
   *   App to which it is not limited.
   * @throws ValidationFailedError for an App that cannot be used, and for what a message cannot be.
   * @throws DependencyUnavailableError when the audiences of others take too long.
   */
  async submit(client: Submitter, submission: Submission): Promise<Submitted> {
    const { appId, recipients, message } = submission;
    if (message.messageType === 'security') expectScope(client, 'notifications.security');
    expectOfApps(client, appId);
    const audience = 'audience' in recipients ? recipients.audience : null;
    // How many there are tells of these who has a role, or belongs to a unit.
    if (audience?.filter.roles !== undefined || audience?.filter.unit_ids !== undefined) {
      throw new ScopeDeniedError({ extra: { required_scope: 'users.read' } });
    }
    const isToCount = audience !== null && audience.mode !== 'users' && client.scopes.has('members.read');
    const work = () => this.publish(client, submission);
    return isToCount ? this.turns.take(client.tenantId, work) : this.transactions.run(client.tenantId, work);
  }

  private async publish(client: Submitter, { appId, recipients, message }: Submission): Promise<Submitted> {
    const { tenantId, id: clientId } = client;
    const app = await this.apps.findForShare(tenantId, appId);
    if (app?.status !== 'active') throw ValidationFailedError.of('app_id', 'unknown_app');
    const scope = { tenantId, appId, defaultCountry: app.registration.defaultCountry };
    const now = await this.transactions.now();
    const input = 'audience' in recipients ? { ...message, audience: recipients.audience } : message;
    const wanted = newSettings({ kind: 'message', defaultLocale: app.defaultLocale, now }, input);
    const { audience, unknown } = await this.resolve(scope, recipients);
    const settings = { ...wanted, audience };
    const origin = { kind: 'message', origin: 'service' } as const;
    const submitted = new NotificationMessage(scope, origin, settings, clientId);
    await this.publication.publishNew(submitted, now, clientId);
    if (!client.scopes.has('members.read')) return { id: submitted.id, recipients: null };
    const count =
      audience.mode === 'users' ? audience.userIds.length : await this.audiences.countMeant(scope, settings);
    return { id: submitted.id, recipients: { count, unknown } };
  }

  private async resolve(scope: ResolvingScope, recipients: Recipients): Promise<ResolvedAudience> {
    if ('audience' in recipients) return this.resolver.resolve(scope, recipients.audience);
    const named = { userIds: [], identifiers: [], ...recipients };
    const { userIds, unknown } = await this.recipients.find(scope, named);
    return { audience: { mode: 'users', userIds, filter: {} }, unknown };
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
