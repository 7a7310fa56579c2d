import { BlockList, isIPv4, isIPv6 } from 'node:net';

const CIDR = /^([0-9a-f.:]{2,45})\/(\d{1,3})$/i;
/** Addresses are unmapped before they are compared, so that none is ever in there. */
const MAPPED = /^::ffff:/;

/**
 * A network in CIDR notation in canonical spelling (RFC 5952); null for anything else. Bits behind the prefix are
 * refused: whoever writes 10.1.2.3/8 may have meant another network.
 */
export function parseCidr(text: string): string | null {
  const [, written = '', length = ''] = CIDR.exec(text) ?? [];
  const address = isIPv6(written) ? new URL(`http://[${written}]`).hostname.slice(1, -1) : written;
  if (!(isIPv4(address) || isIPv6(address)) || MAPPED.test(address)) return null;
  const bits = bitsOf(address);
  const prefix = Number(length);
  return prefix <= bits.length && !bits.slice(prefix).includes('1') ? `${address}/${prefix}` : null;
}

/** From where a client may come: from anywhere when there are no networks. */
export class AllowedNetworks {
  private readonly list: BlockList | null;

  /** @param cidrs in canonical spelling. */
  constructor(readonly cidrs: readonly string[]) {
    this.list = cidrs.length === 0 ? null : new BlockList();
    for (const cidr of cidrs) {
      const [network = '', length] = cidr.split('/');
      this.list?.addSubnet(network, Number(length), familyOf(network));
    }
  }

  /** @param address not mapped: an IPv4 address is written as one. */
  allows(address: string): boolean {
    return this.list === null || this.list.check(address, familyOf(address));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** All bits of an address, as digits. */
function bitsOf(address: string): string {
  if (isIPv4(address)) return digitsOf(address.split('.'), 10, 8);
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return digitsOf([...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])], 16, 16);
}

function digitsOf(parts: readonly string[], radix: number, width: number): string {
  return parts.map((part) => parseInt(part, radix).toString(2).padStart(width, '0')).join('');
}
