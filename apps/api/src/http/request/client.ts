import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Client } from '@libs/iam';
import { addressKey, blockKey, clientAddress, networkKey } from './client-address';
import type { ApiRequest } from './request';

const MAX_USER_AGENT_LENGTH = 512;

/** The client of the request: address, user agent, locale of the answer. */
export const RequestClient = createParamDecorator((_: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<ApiRequest>();
  return {
    ip: clientAddress(request),
    addressKey: addressKey(request),
    userAgent: userAgentOf(request),
    locale: request.locale,
  };
});

/** The network that a request comes from, and the block that it is in. */
export interface Origin {
  readonly network: string;
  readonly block: string | null;
}

export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const request = context.switchToHttp().getRequest<ApiRequest>();
  return { network: networkKey(request), block: blockKey(request) };
});

export function userAgentOf(request: ApiRequest): string | null {
  return request.headers['user-agent']?.toWellFormed().slice(0, MAX_USER_AGENT_LENGTH) ?? null;
}
