import { BlockList, isIP } from 'node:net';
import { isAddressOrNetwork } from './allowed-addresses';
import { entriesOf } from './values';

/** An IPv6 network; IPv4 networks are IPv4-mapped. */
interface Network {
  readonly address: string;
  readonly bits: number;
}

const MAPPED_BITS = 96;
const MAPPED = listOf({ address: '::ffff:0:0', bits: MAPPED_BITS });
/** The shortest prefixes of an intranet. */
const SHORTEST = { ipv4: 8, ipv6: 32 } as const;

/** Addresses that no request on behalf of others may reach: the machine itself, and metadata services of clouds. */
const NEVER_IPV4 = [
  '0.0.0.0/8', // "This host" (RFC 1122), which systems take for loopback.
  '127.0.0.0/8',
  '169.254.0.0/16', // Link-local, with the metadata of most clouds.
  '100.100.100.200/32', // Alibaba.
  '168.63.129.16/32', // Azure.
  '192.0.0.192/32', // Oracle.
];
const NEVER_IPV6 = [
  '::/127', // Unspecified and loopback.
  'fe80::/10',
  'fd00:ec2::254/128', // AWS.
  'fd20:ce::254/128', // Google.
  'fd00:c1::a9fe:a9fe/128', // Oracle.
  'fd00:42::42/128', // Scaleway.
];

/** IPv6 forms of IPv4: mapped, compatible, translated (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056). */
const EMBEDDED: readonly ((quads: readonly number[]) => { readonly groups: string; readonly before: number })[] = [
  ...['::ffff:', '::', '::ffff:0:', '64:ff9b::'].map((prefix) => (quads: readonly number[]) => ({
    groups: `${prefix}${hex(quads)}`,
    before: MAPPED_BITS,
  })),
  (quads) => ({ groups: `2002:${hex(quads)}::`, before: 16 }),
];

const NEVER: readonly Network[] = [
  ...NEVER_IPV4.flatMap((text) => {
    const [address = '', bits] = text.split('/');
    const quads = address.split('.').map(Number);
    return EMBEDDED.map((embedded) => {
      const { groups, before } = embedded(quads);
      return networkOf(`${groups}/${before + Number(bits)}`);
    });
  }),
  ...NEVER_IPV6.map(networkOf),
];

/**
 * Whether an entry covers more than hosts of an intranet: loopback, link-local or a metadata service, also in the IPv6
 * forms of IPv4, or a network larger than /8 (IPv6: /32). @param text an address or a CIDR.
 */
export function exposesMachine(text: string): boolean {
  const network = networkOf(text);
  const isIPv4 = network.bits >= MAPPED_BITS && MAPPED.check(network.address, 'ipv6');
  const length = isIPv4 ? network.bits - MAPPED_BITS : network.bits;
  return length < SHORTEST[isIPv4 ? 'ipv4' : 'ipv6'] || NEVER.some((one) => overlap(one, network));
}

/** The entries of a list that are well-formed and expose the machine. */
export function exposingEntries(list: string): string[] {
  return entriesOf(list).filter((entry) => isAddressOrNetwork(entry) && exposesMachine(entry));
}

function networkOf(text: string): Network {
  const [address = '', length] = text.split('/');
  return isIP(address) === 4
    ? { address: `::ffff:${address}`, bits: MAPPED_BITS + Number(length ?? 32) }
    : { address, bits: Number(length ?? 128) };
}

/** Two networks overlap if one contains the other. */
function overlap(one: Network, other: Network): boolean {
  return listOf(one).check(other.address, 'ipv6') || listOf(other).check(one.address, 'ipv6');
}

function listOf({ address, bits }: Network): BlockList {
  const list = new BlockList();
  list.addSubnet(address, bits, 'ipv6');
  return list;
}

function hex([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string {
  return [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(':');
}
