import { addressList, isAddressOrNetwork } from './allowed-addresses';

describe('Lists of addresses', () => {
  it.each(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])('take %s', (text) =>
    expect(isAddressOrNetwork(text)).toBe(true),
  );

  it.each([
    '',
    'localhost',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '1.2.3',
    'fe80::1%eth0',
    '10.0.0.0/-1',
  ])('do not take %p', (text) => expect(isAddressOrNetwork(text)).toBe(false));

  it('contain their addresses and networks', () => {
    const list = addressList(['127.0.0.1', 'fd00::/8']);
    expect([list.check('127.0.0.1'), list.check('127.0.0.2'), list.check('fd12::1', 'ipv6')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
