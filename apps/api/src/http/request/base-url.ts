import type { ApiRequest } from './request';

/** A name or an address with its port, without what would mean something in HTML. */
const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Where whoever sends the request reaches this service: by its public URL, or by another name of it that they use, such as
 * that of a tunnel or of another machine.
 */
export function baseUrlFor(request: ApiRequest, publicBaseUrl: string): string {
  // Behind a proxy that ends TLS the public URL knows the scheme better.
  if (request.host === new URL(publicBaseUrl).host) return publicBaseUrl;
  // Told by the client or its proxy.
  return PLAIN_HOST.test(request.host ?? '') ? `${request.protocol}://${request.host}` : publicBaseUrl;
}
