import { AllowedNetworks, parseCidr } from './allowed-networks';

describe('A network in CIDR notation', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001/128', '2001:db8::1/128'],
    ['::/0', '::/0'],
    ['64:ff9b::192.0.2.0/120', '64:ff9b::c000:200/120'],
    ['fe80::/10', 'fe80::/10'],
  ])('is kept in one spelling: %s', (text, canonical) => {
    expect(parseCidr(text)).toBe(canonical);
    expect(parseCidr(canonical)).toBe(canonical);
  });

  it.each([
    '',
    '203.0.113.0',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/24/24',
    '203.0.113.1/24',
    '203.0.113/24',
    '0203.0.113.0/24',
    '2001:db8::/129',
    '2001:db8::1/64',
    'fe80::1%eth0/128',
    '::ffff:203.0.113.0/120',
    'example.com/24',
    ' 203.0.113.0/24',
    '203.0.113.0/24\n',
    '[::1]/128',
  ])('is nothing else: %j', (text) => {
    expect(parseCidr(text)).toBeNull();
  });
});

describe('Allowed networks', () => {
  it('allow anything when there are none', () => {
    expect(new AllowedNetworks([]).allows('203.0.113.7')).toBe(true);
    expect(new AllowedNetworks([]).allows('2001:db8::1')).toBe(true);
  });

  it('allow what is in one of them', () => {
    const networks = new AllowedNetworks(['203.0.113.0/24', '2001:db8::/32', '198.51.100.7/32']);
    for (const address of ['203.0.113.0', '203.0.113.255', '2001:db8:ffff::1', '198.51.100.7']) {
      expect([address, networks.allows(address)]).toEqual([address, true]);
    }
    for (const address of ['203.0.114.0', '2001:db9::1', '198.51.100.8', '::1', '127.0.0.1']) {
      expect([address, networks.allows(address)]).toEqual([address, false]);
    }
  });
});
