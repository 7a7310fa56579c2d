import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { MessagePublicationService } from './message-publication.service';

/** Calls off what is scheduled in a deleted App. */
@Handles('app.deleted')
export class DeletedAppMessagesHandler implements OutboxHandler {
  constructor(private readonly publication: MessagePublicationService) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId !== null) await this.publication.retire({ tenantId, appId });
  }
}
