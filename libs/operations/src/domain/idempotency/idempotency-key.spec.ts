import { canonicalJson, isIdempotencyKey } from './idempotency-key';

describe('An idempotency key', () => {
  it.each(['k', '!~', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'x'.repeat(255)])('may be %j', (key) => {
    expect(isIdempotencyKey(key)).toBe(true);
  });

  it.each(['', ' ', 'a b', 'a\n', 'é', '\u007f', 'x'.repeat(256)])('is not %j', (key) => {
    expect(isIdempotencyKey(key)).toBe(false);
  });
});

describe('canonicalJson', () => {
  it('is the same whatever the order of keys, at any depth, and differs with everything else', () => {
    const text = canonicalJson({ b: [{ y: 1, x: null }], a: 'é' });
    expect(text).toBe(canonicalJson({ a: 'é', b: [{ x: null, y: 1 }] }));
    for (const other of [{ a: 'é', b: [{ x: null, y: '1' }] }, { a: 'é', b: [{ y: 1 }] }, { a: 'é' }, null, []]) {
      expect(canonicalJson(other)).not.toBe(text);
    }
  });
});
