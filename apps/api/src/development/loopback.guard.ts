import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '../http/request';
import { RouteNotFoundError } from '../http/request-errors';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Only for a peer on this machine, by the address of the socket: a header proves nothing. */
@Injectable()
export class LoopbackGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { socket } = context.switchToHttp().getRequest<ApiRequest>();
    if (!LOOPBACK.test(socket.remoteAddress ?? '')) throw new RouteNotFoundError();
    return true;
  }
}
