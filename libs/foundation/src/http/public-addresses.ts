import { BlockList, isIP } from 'node:net';
import { parse, type IPv4, type IPv6 } from 'ipaddr.js';

/**
 * What the library's ranges do not tell apart from the addresses of other hosts: documentation, and the address under
 * which Azure's machines ask the host that they run on.
 */
const FURTHER = new BlockList();
FURTHER.addSubnet('3fff::', 20, 'ipv6');
FURTHER.addAddress('168.63.129.16', 'ipv4');

/**
 * Whether an address is one of a host on the internet. Everything else is refused, also what leads to an IPv4 address
 * behind a translator: mapped, compatible, 6to4, Teredo, NAT64.
 */
export function isPublicAddress(address: string): boolean {
  // A zone tells which interface, and only local addresses have one.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed: IPv4 | IPv6 = parse(address);
  const family = parsed.kind();
  if (parsed.range() !== 'unicast' || FURTHER.check(address, family)) return false;
  // Of IPv6 nothing else is allocated.
  return family === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}
