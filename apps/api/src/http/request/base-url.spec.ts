import { baseUrlFor } from './base-url';
import type { ApiRequest } from './request';

const at = (host: string | undefined, publicBaseUrl = 'https://api.example.com') =>
  baseUrlFor({ host, protocol: 'http' } as unknown as ApiRequest, publicBaseUrl);

describe('The address of this service for whoever sends a request', () => {
  it('is the public one for those who use it, with its scheme and its path', () => {
    expect(at('api.example.com')).toBe('https://api.example.com');
    expect(at('api.example.com', 'https://api.example.com/kernel')).toBe('https://api.example.com/kernel');
    expect(at('localhost:3000', 'http://localhost:3000')).toBe('http://localhost:3000');
  });

  it.each(['localhost:5173', '192.168.1.20:3000', '[::1]:3000', 'my-machine.local'])(
    'is %s for those who use it',
    (host) => {
      expect(at(host)).toBe(`http://${host}`);
    },
  );

  it.each([
    undefined,
    '',
    'a"b',
    "a'b",
    'a&b',
    'a<b',
    'a b',
    'user@evil.example',
    'evil.example/x',
    '[::1',
    'a:999999',
  ])('is the public one where the host is no plain one: %s', (host) => {
    expect(at(host)).toBe('https://api.example.com');
  });
});
