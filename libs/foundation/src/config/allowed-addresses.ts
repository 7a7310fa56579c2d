import { BlockList, isIP } from 'node:net';

/** Whether the text is an IP address or a network in CIDR notation. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', length, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined || address.includes('%')) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128));
}

/** @param texts IP addresses and networks in CIDR notation. */
export function addressList(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', length] = text.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}
