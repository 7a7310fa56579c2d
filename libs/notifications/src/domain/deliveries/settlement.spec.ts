import { keptText } from './settlement';

describe('What is kept of the answer of a provider', () => {
  it('is without the token or address that it repeats', () => {
    expect(keptText('550 <a@example.com>: no\r\nsuch b@example.com', 'x')).toBe('550 <[address]>: no such [address]');
    expect(keptText('token abc+/= at /abc%2B%2F%3D', 'abc+/=')).toBe('token [target] at /[target]');
  });

  it('is its beginning, and looked through once, however long its words are', () => {
    expect(keptText('a'.repeat(1_000_000), 'x')).toBe('a'.repeat(200));
    expect(keptText(`${'a'.repeat(1_000_000)}@b c`, 'x')).toBe('[address] c');
  });
});
