import { type LookupAddress, Resolver } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startRebindingDns } from '../../../../test/support/rebinding-dns';
import { AddressRefusedError, OutgoingHttp } from './outgoing-http';
import { isPublicAddress } from './public-addresses';

/** Each names a host inside, or none on the internet. */
const HOSTILE = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.0.0.1/',
  'https://10.255.255.255:8443/x',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.170.2/',
  'https://2852039166/',
  'https://100.64.0.1/',
  'https://100.100.100.200/latest/meta-data/',
  'https://192.0.0.192/',
  'https://168.63.129.16/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::169.254.169.254]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[100::1]/',
  'https://0.0.0.1/',
  'https://00000177.1/',
  'https://0x7f.0x0.0x0.0x1/',
  'https://127.0.0.1.:443/',
  'https://0xa9fea9fe/latest/meta-data/',
  'https://0251.0376.0251.0376/',
  'https://172.17.0.1:2375/',
  'https://192.88.99.1/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[2002:a9fe:a9fe::]/',
  'https://[2001:10::1]/',
  'https://[fe80::a9fe:a9fe]/',
  'https://[ff05::1:3]/',
];

/** No https, or with a user. */
const NO_HTTPS = [
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://127.0.0.1@example.com/',
  '//example.com/',
  'example.com',
  '',
];

const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'];

describe('Requests to addresses that somebody else names', () => {
  let server: Server;
  let port: number;
  let requests: string[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${String(request.headers.host)} ${String(request.url)}`);
      if (request.url === '/redirect') response.writeHead(302, { Location: '/elsewhere' }).end();
      else if (request.url === '/long') response.end('x'.repeat(100_000));
      else if (request.url === '/headers') response.writeHead(200, { 'X-Long': 'x'.repeat(20_000) }).end();
      else response.end('hello');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => (requests = []));

  const open = new Set<OutgoingHttp>();
  afterEach(() => {
    for (const http of open) http.onApplicationShutdown();
    open.clear();
  });
  const anHttp = (allowedAddresses: string[] = [], answers?: readonly string[][], allowsHttp = true) => {
    const left = [...(answers ?? [])];
    const http = new OutgoingHttp(
      { allowedAddresses, allowsHttp },
      ...(answers
        ? [
            (_name: string, _options: object, done: (error: null, addresses: LookupAddress[]) => void) =>
              done(
                null,
                (left.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
              ),
          ]
        : []),
    );
    open.add(http);
    return http;
  };
  const post = (http: OutgoingHttp, url: string) => http.postToPublic({ url, headers: {}, body: '{}' });

  it.each(HOSTILE)('refuse %s', async (url) => {
    await expect(post(anHttp([], undefined, false), url)).rejects.toThrow(AddressRefusedError);
    expect(await anHttp([], undefined, false).refusalOf(url)).toBe('not_public');
  });

  it.each(NO_HTTPS)('refuse %p', async (url) => {
    await expect(post(anHttp([], undefined, false), url)).rejects.toThrow(AddressRefusedError);
    expect(await anHttp([], undefined, false).refusalOf(url)).toBe('not_https');
  });

  it.each(PUBLIC)('know %s for public', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each(['', 'localhost', '1.2.3', 'fe80::1%eth0', '::ffff:1.1.1.1'])('know %p for none', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );

  it.each(['localhost', 'LOCALHOST'])('refuse %s, which is this machine', async (name) => {
    await expect(post(anHttp(), `http://${name}:${port}/`)).rejects.toThrow(AddressRefusedError);
    expect(requests).toEqual([]);
  });

  it.each([
    [['127.0.0.1']],
    [['10.0.0.1', '1.1.1.1']],
    [['1.1.1.1', '::1']],
    [['169.254.169.254']],
    [['::ffff:127.0.0.1']],
  ])('refuse a name that stands for %j', async (addresses) => {
    await expect(post(anHttp([], [addresses]), `http://rebind.example:${port}/`)).rejects.toThrow(AddressRefusedError);
  });

  it('connect to what they looked at, whatever the name stands for a moment later', async () => {
    // The first answer is what is connected to: nobody asks again between the look and the connection.
    const http = anHttp(['127.0.0.1'], [['127.0.0.1'], ['10.0.0.1'], ['10.0.0.1']]);
    expect((await post(http, `http://rebind.example:${port}/a`)).body).toBe('hello');
    // The connection is still open. Over a new one the name is looked at again, and refused.
    server.closeAllConnections();
    await expect(post(http, `http://rebind.example:${port}/b`)).rejects.toThrow();
    await expect(post(http, `http://rebind.example:${port}/c`)).rejects.toThrow();
    expect(requests).toEqual([`rebind.example:${port} /a`]);
  });

  it('are safe from a name server that changes its mind: each connection is made to an address that was looked at', async () => {
    const dns = await startRebindingDns(['127.0.0.1', '10.0.0.1', '169.254.169.254', '127.0.0.1', '10.0.0.1']);
    const resolver = new Resolver();
    resolver.setServers([dns.server]);
    const http = new OutgoingHttp({ allowedAddresses: ['127.0.0.1'], allowsHttp: true }, (name, _options, done) =>
      resolver.resolve4(name, (error, addresses) =>
        done(
          error,
          (addresses ?? []).map((address) => ({ address, family: 4 })),
        ),
      ),
    );
    open.add(http);
    const ask = async (path: string) => {
      // So that each request needs a connection of its own.
      server.closeAllConnections();
      return post(http, `http://rebind.example:${port}${path}`);
    };
    expect((await ask('/a')).status).toBe(200);
    await expect(ask('/b')).rejects.toThrow();
    await expect(ask('/c')).rejects.toThrow();
    // A connection that was closed under it may have taken a request with it, which asked no name server.
    expect(dns.asked).toBeGreaterThan(1);
    expect(requests).toEqual([`rebind.example:${port} /a`]);
    dns.close();
  });

  it('reach an address inside only where the configuration allows it', async () => {
    expect((await post(anHttp(['127.0.0.0/8']), `http://127.0.0.1:${port}/`)).status).toBe(200);
    await expect(post(anHttp(['10.0.0.0/8']), `http://127.0.0.1:${port}/`)).rejects.toThrow(AddressRefusedError);
  });

  it('do not follow redirects', async () => {
    expect((await post(anHttp(['127.0.0.1']), `http://127.0.0.1:${port}/redirect`)).status).toBe(302);
    expect(requests).toHaveLength(1);
  });

  it('read no more than 64 KiB of an answer, and no more than 16 KiB of its headers', async () => {
    const http = anHttp(['127.0.0.1']);
    expect(await post(http, `http://127.0.0.1:${port}/long`)).toMatchObject({ status: 200, body: '' });
    await expect(post(http, `http://127.0.0.1:${port}/headers`)).rejects.toThrow('Header overflow');
  });

  it('do not share connections with requests to the service’s own addresses', async () => {
    const http = anHttp();
    const url = `http://localhost:${port}/`;
    expect((await http.post({ url, headers: {}, body: '' })).status).toBe(200);
    await expect(post(http, url)).rejects.toThrow(AddressRefusedError);
  });
});
