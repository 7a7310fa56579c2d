import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { TextBodies } from './text-bodies';

/** Releases the pictures in the texts of a deleted App, so that they can be deleted. */
@Handles('app.deleted')
export class DeletedAppPicturesHandler implements OutboxHandler {
  constructor(private readonly bodies: TextBodies) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId !== null) await this.bodies.forgetAll({ tenantId, appId });
  }
}
