import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The client's address as trusted proxies tell it, in its usual spelling; the peer's where they tell of none. */
export function clientAddress(request: Request): string {
  return parseAddress(request.ip) ?? parseAddress(request.socket.remoteAddress) ?? '0.0.0.0';
}

/** What limits count: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has to himself. */
export function addressKey(request: Request): string {
  const address = clientAddress(request);
  if (isIPv4(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const prefix = [...groups, ...Array<string>(zeros).fill('0'), ...(tail?.split(':') ?? [])].slice(0, 4);
  return `${prefix.join(':')}::/64`;
}

/** Some proxies add a port, which puts IPv6 into brackets, or a zone. Null for what is no address. */
function parseAddress(told = ''): string | null {
  const bare = told.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  // The parser of URLs knows the one right spelling (RFC 5952), in which an IPv4-mapped address ends in two groups.
  const address = new URL(`http://[${bare.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address);
  return mapped ? dotted([mapped[1], mapped[2]].map((group = '0') => parseInt(group, 16))) : address;
}

function dotted(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}
