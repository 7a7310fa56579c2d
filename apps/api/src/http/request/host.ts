import type { IncomingMessage } from 'node:http';

/** A name or an address with its port, or nothing (RFC 9112, 3.2). Without a comma: two lines are joined by one. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+;=-]*)(?::\d*)?$/i;

/**
 * Whether the request names one host, as HTTP/1.1 requires, in its `Host` and in a target that is an absolute URL alike.
 * Where they differ, the programs on the way may each have taken another one.
 */
export function hasOneHost({ httpVersion, headers: { host }, url = '' }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion !== '1.1';
  return HOST.test(host) && (url.startsWith('/') || url === '*' || isHostOf(url, host));
}

function isHostOf(url: string, host: string): boolean {
  const target = URL.parse(url);
  return target !== null && target.host === URL.parse(`${target.protocol}//${host}`)?.host;
}
