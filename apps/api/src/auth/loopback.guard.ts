import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '../http/request/request';
import { RouteNotFoundError } from '../http/request/request-errors';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Headers that proxies add. A proxy on this machine is a local peer, but its clients need not be. */
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/**
 * Admits only a peer on this machine, by the address of the socket, that asks on its own behalf. A single header of a
 * proxy disproves that, whether or not proxies are trusted; other headers prove nothing.
 */
@Injectable()
export class LoopbackGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { socket, headers } = context.switchToHttp().getRequest<ApiRequest>();
    const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
    if (isForwarded || !LOOPBACK.test(socket.remoteAddress ?? '')) throw new RouteNotFoundError();
    return true;
  }
}
