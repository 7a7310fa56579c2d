import { Get, Query } from '@nestjs/common';
import { DevelopmentOutbox } from '@libs/foundation';
import { Text } from '../http/fields/fields';
import { DevelopmentController } from '../surfaces/surfaces';

class DevelopmentOutboxQuery {
  @Text({ max: 320 }, { optional: true })
  readonly to?: string;
}

/**
 * What would have been sent, for the automated tests of those who develop against this service. Part of the module
 * with NODE_ENV=development only.
 */
@DevelopmentController('outbox')
export class DevelopmentOutboxController {
  constructor(private readonly outbox: DevelopmentOutbox) {}

  @Get()
  async list(@Query() { to }: DevelopmentOutboxQuery) {
    const messages = await this.outbox.list(to);
    return { data: { items: messages.map((message) => ({ ...message, at: message.at.toISOString() })) } };
  }
}
