import fc from 'fast-check';
import type { Request } from 'express';
import { addressKey, blockKey, clientAddress, networkKey } from './client-address';

/** A request whose address is `ip`, as reported by the proxies in front. */
const from = (ip: string | undefined, peer = '10.0.0.9') => ({ ip, socket: { remoteAddress: peer } }) as Request;

describe('clientAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
  ])('reads %s as %s', (told, address) => expect(clientAddress(from(told))).toBe(address));

  it.each([
    undefined,
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.256',
    '0x7f.1',
    '1',
    ':::',
    'a'.repeat(9_000),
    "'; --",
  ])('is the peer where proxies tell no address: %s', (told) => {
    expect(clientAddress(from(told))).toBe('10.0.0.9');
    expect(clientAddress(from(told, '::ffff:10.0.0.9'))).toBe('10.0.0.9');
  });

  it('is some address when the peer is gone', () => {
    expect(clientAddress({ ip: undefined, socket: {} } as Request)).toBe('0.0.0.0');
  });

  it('is always an address in one spelling', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (told) => {
        const address = clientAddress(from(told));
        expect(address).toMatch(/^([\d.]{7,15}|[0-9a-f:]{2,39})$/);
        expect(clientAddress(from(address))).toBe(address);
      }),
    );
  });
});

describe('addressKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::5:6:7:8:9', '2001:db8:0:5::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (address, key) => expect(addressKey(from(address))).toBe(key));

  it('is the same for every address of one /64, and for no other', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const half = fc.tuple(group, group, group, group);
    const spell = (groups: number[]) => groups.map((value) => value.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, half, (prefix, one, two, other) => {
        fc.pre(prefix.join() !== other.join() && (prefix[0] ?? 0) > 0 && (other[0] ?? 0) > 0);
        const key = addressKey(from(spell([...prefix, ...one])));
        expect(addressKey(from(spell([...prefix, ...two])))).toBe(key);
        expect(addressKey(from(spell([...other, ...one])))).not.toBe(key);
      }),
    );
  });
});

describe('networkKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.255', '203.0.113.0/24'],
    ['203.0.112.7', '203.0.112.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['::ffff:cb00:7107', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff::', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['2001::5:6:7:8:9:a', '2001:0:5::/48'],
    ['::1', '0:0:0::/48'],
  ])('of %s is %s', (address, key) => expect(networkKey(from(address))).toBe(key));
});

describe('blockKey', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8::/32'],
    ['2001:0DB8:ffff::', '2001:db8::/32'],
    ['2001::5:6:7:8:9:a', '2001:0::/32'],
    ['203.0.113.7', null],
    ['::ffff:203.0.113.7', null],
  ])('of %s is %s', (address, key) => expect(blockKey(from(address))).toBe(key));
});
