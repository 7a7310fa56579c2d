import { addressList, isAddressOrNetwork } from './allowed-addresses';

/** More proxies than any installation has: with more hops, a client could claim any address by sending enough entries. */
const MAX_HOPS = 10;

const LARGEST_PART = 1 / 16;

/**
 * Public addresses, spread evenly: one of each /8 of IPv4, and as many from the allocated IPv6 ranges. A provider's
 * networks contain few of them, private networks none.
 */
const SAMPLE = {
  ipv4: Array.from({ length: 256 }, (_, block) => `${block}.101.37.199`),
  ipv6: Array.from({ length: 256 }, (_, block) => `${(0x2000 + block * 0x20).toString(16)}:65:25:c7::1`),
};

/** Whether the value is a number of hops, or a list of `loopback`, addresses and CIDRs. */
export function isTrustProxy(value: string): boolean {
  return isHops(value) || networksOf(value).every(isNetwork);
}

/**
 * Whether nearly any client could claim any address: a network of all addresses, its halves, IPv4 inside of IPv6, or more
 * hops than there are proxies.
 */
export function trustsEverybody(value: string): boolean {
  if (isHops(value)) return Number(value) > MAX_HOPS;
  const trusted = addressList(networksOf(value).filter((entry) => entry.includes('/')));
  return (['ipv4', 'ipv6'] as const).some((family) => {
    const believed = SAMPLE[family].filter((address) => trusted.check(address, family));
    return believed.length > SAMPLE[family].length * LARGEST_PART;
  });
}

function isHops(value: string): boolean {
  return /^\d{1,2}$/.test(value);
}

function networksOf(value: string): string[] {
  return value.split(',').map((entry) => entry.trim());
}

/** `loopback`, an address or a CIDR. A zero-bit prefix is not accepted. */
function isNetwork(text: string): boolean {
  // A proxy on the same link may have a zone.
  return text === 'loopback' || (isAddressOrNetwork(text.replace(/%[^/]*/, '')) && !/\/0+$/.test(text));
}
