import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The client's address as trusted proxies tell it, IPv4-mapped IPv6 addresses unmapped. */
export function clientAddress(request: Request): string {
  const address = request.ip ?? request.socket.remoteAddress ?? '0.0.0.0';
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** What limits count: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has to himself. */
export function addressKey(request: Request): string {
  const address = clientAddress(request);
  return isIPv6(address) ? `${expand(address).slice(0, 4).join(':')}::/64` : address;
}

function expand(address: string): string[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, '').toLowerCase());
}
