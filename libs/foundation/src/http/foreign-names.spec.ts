import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { lookup as systemLookup } from 'node:dns';
import { startRebindingDns } from '../../../../test/support/rebinding-dns';
import { foreignNames } from './foreign-names';

const ALL = { all: true } as const;

function looked(name: string, ...[names]: Parameters<typeof foreignNames>) {
  return new Promise((resolve) =>
    foreignNames(names)(name, ALL, (error, addresses) => resolve(error ? error.code : addresses)),
  );
}

describe('Names that somebody else chose', () => {
  it('are asked of the name servers', async () => {
    const dns = await startRebindingDns(['1.2.3.4']);
    expect(await looked('hooks.example.com', { inside: false, servers: [dns.server] })).toEqual([
      { address: '1.2.3.4', family: 4 },
    ]);
    dns.close();
  });

  it('hold up no other look-up while their name servers say nothing', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const servers = [`127.0.0.1:${silent.address().port}`];
    const ended: string[] = [];
    const hanging = ['a', 'b', 'c', 'd'].map((label) =>
      looked(`${label}.example.com`, { inside: false, servers }).then((code) => ended.push(String(code))),
    );
    await new Promise<void>((resolve) => systemLookup('localhost', () => resolve()));
    expect(ended).toEqual([]);
    await Promise.all(hanging);
    expect(ended).toEqual(Array.from({ length: 4 }, () => 'ETIMEOUT'));
    silent.close();
  });

  it('are those of this machine where they have no dot', async () => {
    const dns = await startRebindingDns(['1.2.3.4']);
    const servers = [dns.server];
    expect(JSON.stringify(await looked('localhost', { inside: false, servers }))).toMatch(/127\.0\.0\.1|::1/);
    expect(dns.asked).toBe(0);
    dns.close();
  });

  it('may be known to this machine alone where hosts inside are allowed', async () => {
    const dns = await startRebindingDns([]);
    const servers = [dns.server];
    expect(await looked('nothing.invalid', { inside: false, servers })).toBe('ENODATA');
    // Said by the machine, in its own words.
    expect(await looked('nothing.invalid', { inside: true, servers })).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/);
    dns.close();
  });
});
