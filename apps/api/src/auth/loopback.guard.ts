import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '../http/request/request';
import { RouteNotFoundError } from '../http/request/request-errors';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** What proxies add. A proxy on this machine is a peer on this machine, whoever asks through it. */
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/**
 * Only for a peer on this machine, by the address of the socket, that asks for itself. Headers prove nothing but that:
 * one that tells of a proxy is enough, whether or not proxies are trusted.
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
