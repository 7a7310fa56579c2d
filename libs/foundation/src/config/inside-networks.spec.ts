import { exposesMachine, exposingEntries } from './inside-networks';

describe('exposesMachine', () => {
  it.each([
    ['loopback', ['127.0.0.1', '127.0.0.0/8', '127.1.2.3/32', '127.255.0.0/16', '::1', '::1/128', '::/127']],
    ['this host', ['0.0.0.0', '0.0.0.0/8', '::']],
    ['link-local', ['169.254.0.0/16', '169.254.1.0/24', '169.254.169.254', 'fe80::/10', 'fe80::/64', 'fe80::1']],
    ['metadata', ['100.100.100.200', '100.100.0.0/16', '100.64.0.0/10', '168.63.129.16/32', '192.0.0.0/24']],
    ['metadata by IPv6', ['fd00:ec2::254', 'fd00:ec2::/32', 'fd20:ce::/64', 'fd00:42::42', 'fd00:c1::a9fe:a9fe']],
    ['more than an intranet', ['0.0.0.0/0', '0.0.0.0/00', '10.0.0.0/7', '128.0.0.0/1', '::/0', 'fc00::/7', 'fd00::/8']],
    [
      'more than an intranet by IPv6',
      ['fd12::/31', '2000::/3', '::ffff:0:0/96', '::ffff:10.0.0.0/103', '::ffff:0:0/90'],
    ],
    ['a mapped address', ['::ffff:127.0.0.1', '::ffff:7f00:1/128', '::ffff:127.0.0.0/104', '0:0:0:0:0:ffff:a9fe:a9fe']],
    [
      'another form of it',
      ['::127.0.0.1', '::ffff:0:7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::/96', '2002:7f00:1::/48'],
    ],
  ])('is true of %s', (_what, entries) => {
    for (const entry of entries) expect([entry, exposesMachine(entry)]).toEqual([entry, true]);
  });

  it.each([
    '10.0.0.0/8',
    '10.1.2.3',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/11',
    '126.0.0.0/8',
    '128.0.0.0/8',
    '203.0.113.7',
    '::ffff:10.0.0.0/104',
    '::ffff:192.168.1.7',
    'fd12:3456::/32',
    'fd12:3456:789a::/48',
    '2002:a00::/40',
  ])('is false of %s', (entry) => expect(exposesMachine(entry)).toBe(false));
});

describe('exposingEntries', () => {
  it('leaves what is malformed to those who read the list', () => {
    expect(exposingEntries(' 10.0.0.0/8, 127.0.0.1 ,nonsense, fe80::1%eth0,,::1')).toEqual(['127.0.0.1', '::1']);
    expect(exposingEntries('')).toEqual([]);
  });
});
