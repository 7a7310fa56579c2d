import type { ExecutionContext } from '@nestjs/common';
import { RouteNotFoundError } from '../http/request/request-errors';
import { LoopbackGuard } from '../auth/loopback.guard';

const admits = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => {
  const request = { socket: { remoteAddress }, headers, ip: '127.0.0.1' };
  const context = { switchToHttp: () => ({ getRequest: () => request }) } as ExecutionContext;
  return new LoopbackGuard().canActivate(context);
};

describe('Aids for development', () => {
  it.each(['127.0.0.1', '127.255.0.1', '::1', '::ffff:127.0.0.1'])(
    'are there for a peer on this machine: %s',
    (peer) => {
      expect(admits(peer)).toBe(true);
    },
  );

  it.each([
    '10.0.0.1',
    '192.168.1.2',
    '203.0.113.7',
    '::ffff:10.0.0.1',
    '2001:db8::1',
    '::',
    '0.0.0.0',
    '::1:1',
    '1270.0.0.1',
    undefined,
  ])('are 404 ROUTE.NOT_FOUND for any other peer: %s', (peer) => {
    expect(() => admits(peer)).toThrow(RouteNotFoundError);
  });

  it('go by the address of the socket, whatever headers say', () => {
    const headers = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', host: 'localhost' };
    expect(() => admits('203.0.113.7', headers)).toThrow(RouteNotFoundError);
  });

  it.each([
    'forwarded',
    'via',
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-port',
    'x-forwarded-prefix',
    'x-forwarded-proto',
    'x-forwarded-server',
  ])('are 404 ROUTE.NOT_FOUND for what was forwarded: %s', (header) => {
    for (const value of ['', '127.0.0.1', 'for=127.0.0.1']) {
      expect(() => admits('127.0.0.1', { [header]: value })).toThrow(RouteNotFoundError);
    }
  });
});
