import { Get, Injectable, Query, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DevelopmentOutbox } from '@libs/foundation';
import { Text } from '../http/fields';
import type { ApiRequest } from '../http/request';
import { RouteNotFoundError } from '../http/request-errors';
import { DevelopmentController } from '../http/surfaces';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Only for a peer on this machine, by the address of the socket: a header proves nothing. */
@Injectable()
class LoopbackGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { socket } = context.switchToHttp().getRequest<ApiRequest>();
    if (!LOOPBACK.test(socket.remoteAddress ?? '')) throw new RouteNotFoundError();
    return true;
  }
}

class DevelopmentOutboxQuery {
  @Text({ max: 320 }, { optional: true })
  readonly to?: string;
}

/**
 * What would have been sent, for the automated tests of those who develop against this service. Part of the module
 * with NODE_ENV=development only.
 */
@DevelopmentController('outbox')
@ApiExcludeController()
@UseGuards(LoopbackGuard)
export class DevelopmentOutboxController {
  constructor(private readonly outbox: DevelopmentOutbox) {}

  @Get()
  async list(@Query() { to }: DevelopmentOutboxQuery) {
    const messages = await this.outbox.list(to);
    return { data: { items: messages.map((message) => ({ ...message, at: message.at.toISOString() })) } };
  }
}
