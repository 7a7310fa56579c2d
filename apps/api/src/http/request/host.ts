import type { IncomingMessage } from 'node:http';

/** A name or an address with its port, or nothing (RFC 9112, 3.2). No comma, by which repeated headers are joined. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+;=-]*)(?::\d*)?$/i;

/**
 * Whether the request names one host, as HTTP/1.1 requires, and a target that is an absolute URL names the same. Otherwise
 * programs on the way may disagree about it.
 */
export function hasOneHost({ httpVersion, headers: { host }, url = '' }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion !== '1.1';
  return HOST.test(host) && (url.startsWith('/') || url === '*' || isHostOf(url, host));
}

function isHostOf(url: string, host: string): boolean {
  const target = URL.parse(url);
  return target !== null && target.host === URL.parse(`${target.protocol}//${host}`)?.host;
}
