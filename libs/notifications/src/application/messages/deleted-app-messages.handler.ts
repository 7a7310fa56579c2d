import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type OutboxHandler, OutboxHandlers, type OutboxMessage } from '@libs/foundation';
import { MessagePublicationService } from './message-publication.service';

/** Calls off what is scheduled in a deleted App. */
@Injectable()
export class DeletedAppMessagesHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly publication: MessagePublicationService,
  ) {}

  onModuleInit(): void {
    this.handlers.register('app.deleted', this);
  }

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId !== null) await this.publication.retire({ tenantId, appId });
  }
}
