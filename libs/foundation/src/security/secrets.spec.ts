import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { sameSecret, Secrets } from './secrets';

const aKey = (id: string) => ({ id, bytes: randomBytes(32) });

const key = aKey('k1');
const secrets = new Secrets([key]);
const place = Buffer.from('token 1');

describe('A sealed secret', () => {
  it('opens for the same purpose and place', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.uint8Array({ maxLength: 40 }),
        (text, context) => {
          const bytes = Buffer.from(context);
          expect(secrets.open('refresh-answer', secrets.seal('refresh-answer', text, bytes), bytes)).toBe(text);
        },
      ),
    );
  });

  it('does not show its plaintext, is never the same twice, and names its key', () => {
    const [one, two] = [1, 2].map(() => secrets.seal('refresh-answer', 'akr_secret', place));
    expect(one).not.toBe(two);
    expect(one).toMatch(/^k1\.[\w-]+$/);
    expect(Buffer.from(one?.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('akr_');
  });

  it('does not open for another purpose, place or key', () => {
    const sealed = secrets.seal('refresh-answer', 'text', place);
    expect(() => secrets.open('idempotency', sealed, place)).toThrow();
    expect(() => secrets.open('refresh-answer', sealed, Buffer.from('token 2'))).toThrow();
    expect(() => secrets.open('refresh-answer', sealed, Buffer.alloc(0))).toThrow();
    expect(() => new Secrets([aKey('k1')]).open('refresh-answer', sealed, place)).toThrow();
  });

  it('does not open with any bit flipped', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(), (text, at) => {
        const [id, encoded = ''] = secrets.seal('refresh-answer', text, place).split('.');
        const bytes = Buffer.from(encoded, 'base64url');
        const bit = at % (bytes.length * 8);
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => secrets.open('refresh-answer', `${id}.${bytes.toString('base64url')}`, place)).toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('does not open when it is truncated, not even to a shorter authentication tag', () => {
    const [id, encoded = ''] = secrets.seal('refresh-answer', 'text', place).split('.');
    const bytes = Buffer.from(encoded, 'base64url');
    for (let length = 0; length < bytes.length; length++) {
      const cut = `${id}.${bytes.subarray(0, length).toString('base64url')}`;
      expect(() => secrets.open('refresh-answer', cut, place)).toThrow();
    }
  });

  it('opens with an older key as long as it is configured, and is null afterwards', () => {
    const sealed = secrets.seal('refresh-answer', 'text', place);
    expect(new Secrets([aKey('k2'), key]).open('refresh-answer', sealed, place)).toBe('text');
    expect(new Secrets([aKey('k2')]).open('refresh-answer', sealed, place)).toBeNull();
  });

  it('is sealed with the newest key', () => {
    expect(new Secrets([aKey('k2'), key]).seal('refresh-answer', 'text', place)).toMatch(/^k2\./);
    expect(new Secrets([aKey('k2'), key]).currentKeyId).toBe('k2');
  });
});

describe('A keyed hash', () => {
  it('is the same for the same parts, purpose and key, and differs with each of them', () => {
    const hash = secrets.hmac('otp', ['a', 'b']).toString('hex');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.hmac('otp', ['a', Buffer.from('b')]).toString('hex')).toBe(hash);
    const others = [
      secrets.hmac('otp', ['ab']),
      secrets.hmac('otp', ['ab', '']),
      secrets.hmac('otp', ['', 'ab']),
      secrets.hmac('otp', ['b', 'a']),
      secrets.hmac('otp', ['a', 'b', '']),
      secrets.hmac('cursor', ['a', 'b']),
      new Secrets([aKey('k1')]).hmac('otp', ['a', 'b']),
    ].map((other) => other.toString('hex'));
    expect(new Set([hash, ...others]).size).toBe(others.length + 1);
  });

  it('is different for any two lists of parts', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\u0001') }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, two) => {
        const same = JSON.stringify(one) === JSON.stringify(two);
        expect(secrets.hmac('otp', one).equals(secrets.hmac('otp', two))).toBe(same);
      }),
      { numRuns: 500 },
    );
  });

  it('can be made with an older key by its id, and not with one that is not configured', () => {
    const rotated = new Secrets([aKey('k2'), key]);
    expect(rotated.hmac('otp', ['a'], 'k1')).toEqual(secrets.hmac('otp', ['a']));
    expect(rotated.hmac('otp', ['a'])).not.toEqual(secrets.hmac('otp', ['a']));
    expect(() => rotated.hmac('otp', ['a'], 'k3')).toThrow('no longer configured');
    expect(rotated.knows('k3')).toBe(false);
  });

  it('needs a key', () => {
    expect(() => new Secrets([]).hmac('otp', ['a'])).toThrow('No secret key');
  });
});

describe('A signature', () => {
  const parts = ['1', 'release'];

  it('is valid for its parts and purpose only, in the one spelling that was issued', () => {
    const signature = secrets.sign('download', parts);
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(secrets.isSigned('download', parts, signature)).toBe(true);
    expect(secrets.isSigned('download', [...parts, ''], signature)).toBe(false);
    expect(secrets.isSigned('data-export', parts, signature)).toBe(false);
    for (const other of [`${signature}=`, signature.slice(1), '']) {
      expect(secrets.isSigned('download', parts, other)).toBe(false);
    }
  });

  it('is valid with an older key as long as it is configured', () => {
    const signature = secrets.sign('download', parts);
    expect(new Secrets([aKey('k2'), key]).isSigned('download', parts, signature)).toBe(true);
    expect(new Secrets([aKey('k2')]).isSigned('download', parts, signature)).toBe(false);
  });
});

describe('sameSecret', () => {
  it('tells equal bytes from others, of whatever length', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (one, two) => {
        const [a, b] = [Buffer.from(one), Buffer.from(two)];
        expect(sameSecret(a, b)).toBe(a.equals(b));
        expect(sameSecret(a, Buffer.from(a))).toBe(true);
      }),
    );
  });
});
