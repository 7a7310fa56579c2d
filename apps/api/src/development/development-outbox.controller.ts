import { Get, Query } from '@nestjs/common';
import { DevelopmentOutbox } from '@libs/foundation';
import { Text } from '../http/fields/fields';
import { DevelopmentController } from '../surfaces/surfaces';

class DevelopmentOutboxQuery {
  @Text({ max: 320 }, { optional: true })
  readonly to?: string;
}

/**
 * The messages that would have been sent, for the automated tests of client developers. Registered only with
 * NODE_ENV=development.
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
