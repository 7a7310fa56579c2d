import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The client's address as trusted proxies report it, in canonical spelling; without a report, that of the peer. */
export function clientAddress(request: Request): string {
  return parseAddress(request.ip) ?? parseAddress(request.socket.remoteAddress) ?? '0.0.0.0';
}

/** The key of limits: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function addressKey(request: Request): string {
  const address = clientAddress(request);
  return isIPv4(address) ? address : `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** The network of a typical owner: an IPv4 /24, or an IPv6 /48. */
export function networkKey(request: Request): string {
  const address = clientAddress(request);
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return `${groupsOf(address).slice(0, 3).join(':')}::/48`;
}

/** The block of a large owner: an IPv6 /32; null for IPv4, of which large blocks are expensive. */
export function blockKey(request: Request): string | null {
  const address = clientAddress(request);
  return isIPv4(address) ? null : `${groupsOf(address).slice(0, 2).join(':')}::/32`;
}

/** All eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail === undefined) return groups;
  const rest = tail.split(':').filter(Boolean);
  return [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest];
}

/** Null for anything but an address. Some proxies add a port, with IPv6 in brackets, or a zone. */
function parseAddress(told = ''): string | null {
  const bare = told.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  // The URL parser knows the canonical spelling (RFC 5952), in which an IPv4-mapped address ends in two groups.
  const address = new URL(`http://[${bare.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address);
  return mapped ? dotted([mapped[1], mapped[2]].map((group = '0') => parseInt(group, 16))) : address;
}

function dotted(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}
