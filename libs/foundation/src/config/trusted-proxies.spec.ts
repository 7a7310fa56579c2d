import { isTrustProxy, trustsEverybody } from './trusted-proxies';

describe('isTrustProxy', () => {
  it.each(['0.0.0.0/0', '0.0.0.0/00', '::/0', '0.0.0.0/0.0.0.0', '100', 'uniquelocal', '10.0.0.0/8/8', ''])(
    'is false of %s',
    (value) => expect(isTrustProxy(value)).toBe(false),
  );
});

describe('trustsEverybody', () => {
  it.each([
    '0.0.0.0/1,128.0.0.0/1',
    '127.0.0.1/1',
    '128.0.0.0/2, 192.0.0.0/3, 224.0.0.0/4',
    'loopback, 0.0.0.0/2,64.0.0.0/2',
    Array.from({ length: 256 }, (_, block) => `${block}.0.0.0/8`).join(),
    '::/1',
    '2000::/3',
    '2000::/4, 3000::/4',
    '::ffff:0:0/96',
    '::ffff:0.0.0.0/97, ::ffff:128.0.0.0/97',
    '0:0:0:0:0:ffff:0:0/96',
    '11',
    '99',
  ])('is true of %.60s', (value) => {
    expect(isTrustProxy(value)).toBe(true);
    expect(trustsEverybody(value)).toBe(true);
  });

  it.each([
    '0',
    '3',
    '10',
    'loopback',
    '203.0.113.7',
    'loopback, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7, fe80::/10',
    '104.16.0.0/13, 172.64.0.0/13, 2606:4700::/32, 2400:cb00::/32',
  ])('is false of %s', (value) => {
    expect(isTrustProxy(value)).toBe(true);
    expect(trustsEverybody(value)).toBe(false);
  });
});
