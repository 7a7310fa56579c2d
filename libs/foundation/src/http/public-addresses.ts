import { BlockList, isIP } from 'node:net';
import { parse, type IPv4, type IPv6 } from 'ipaddr.js';

/**
 * Special addresses that are missing in the library's ranges: documentation, and the address of the Azure host that
 * serves metadata to its virtual machines.
 */
const FURTHER = new BlockList();
FURTHER.addSubnet('3fff::', 20, 'ipv6');
FURTHER.addAddress('168.63.129.16', 'ipv4');

/**
 * Whether an address is public. IPv6 forms of IPv4 (mapped, compatible, 6to4, Teredo, NAT64) are not.
 */
export function isPublicAddress(address: string): boolean {
  // Only local addresses have a zone.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed: IPv4 | IPv6 = parse(address);
  const family = parsed.kind();
  if (parsed.range() !== 'unicast' || FURTHER.check(address, family)) return false;
  // The allocated part of IPv6 is 2000::/3.
  return family === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}
