import type { ApiRequest } from '../http/request/request';

/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** The token of the one Authorization header. Null where readers of the request could disagree about which it is. */
export function bearerToken(request: ApiRequest): string | null {
  const [header = '', ...others] = request.headersDistinct['authorization'] ?? [];
  return others.length === 0 ? (BEARER.exec(header)?.[1] ?? null) : null;
}
