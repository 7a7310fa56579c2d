import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Config, Secrets, type SecretKey } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import bcrypt from 'bcrypt';
import fc from 'fast-check';
import type { ImportedPassword } from '../../domain/passwords/imported-password';
import { PasswordHasher } from './password-hasher';
import { anyText } from '../../../../../test/support/any-text';

const aKey = (id: string): SecretKey => ({ id, bytes: randomBytes(32) });
const OLD = aKey('2026-01');
const NEW = aKey('2026-07');

function hasher(keys: readonly SecretKey[] = [NEW], passwordBcryptCost = 4): PasswordHasher {
  return new PasswordHasher(new Secrets(keys), { passwordBcryptCost } as Config);
}

describe('PasswordHasher', () => {
  it('stores scheme, key id and cost, and nothing of the password', async () => {
    expect(await hasher().hash('correct horse battery')).toMatch(
      /^bcrypt-hmac-sha384\$2026-07\$\$2b\$04\$[./A-Za-z0-9]{53}$/,
    );
  });

  it('makes equal hashes of equal passwords with one salt, and of no others', async () => {
    const subject = hasher();
    const salt = randomBytes(32);
    const stored = await subject.hash('correct horse battery', salt);
    expect(await subject.hash('correct horse battery', salt)).toBe(stored);
    expect(await subject.verify('correct horse battery', stored)).toBe(true);
    expect(await subject.verify('correct horse stapler', stored)).toBe(false);
    const others = [
      await subject.hash('correct horse stapler', salt),
      await subject.hash('correct horse battery', randomBytes(32)),
      await subject.hash('correct horse battery'),
    ];
    expect(new Set([stored, ...others]).size).toBe(4);
  });

  it('verifies the password and no other, however long and of whatever characters', async () => {
    const subject = hasher();
    const passwords = anyText({ minLength: 12, maxLength: 256 });
    await fc.assert(
      fc.asyncProperty(passwords, passwords, async (password, other) => {
        fc.pre(password.normalize('NFC') !== other.normalize('NFC'));
        const stored = await subject.hash(password);
        expect(await subject.verify(password, stored)).toBe(true);
        expect(await subject.verify(other, stored)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it('reads beyond the 72 bytes and the NUL at which bcrypt stops', async () => {
    const subject = hasher();
    for (const [password, other] of [
      ['x'.repeat(100), 'x'.repeat(101)],
      [`${'é'.repeat(36)}a`, `${'é'.repeat(36)}b`],
      ['twelve chars\u0000a', 'twelve chars\u0000b'],
    ] as const) {
      expect(await subject.verify(other, await subject.hash(password))).toBe(false);
    }
  });

  it('treats NFC and NFD spellings as the same', async () => {
    const subject = hasher();
    expect(await subject.verify('cafe\u0301 au lait', await subject.hash('caf\u00e9 au lait'))).toBe(true);
  });

  it('gives the same password another hash each time', async () => {
    expect(await hasher().hash('correct horse battery')).not.toBe(await hasher().hash('correct horse battery'));
  });

  it('still verifies hashes of an older pepper or another cost, and calls them outdated', async () => {
    const before = await hasher([OLD]).hash('correct horse battery');
    const rotated = hasher([NEW, OLD]);
    expect(await rotated.verify('correct horse battery', before)).toBe(true);
    expect(rotated.isOutdated(before)).toBe(true);
    expect(hasher([OLD, NEW]).isOutdated(before)).toBe(false);
    expect(hasher([OLD], 5).isOutdated(before)).toBe(true);
    expect(await hasher([OLD], 5).verify('correct horse battery', before)).toBe(true);
  });

  it('verifies nothing without the pepper', async () => {
    const stored = await hasher([OLD]).hash('correct horse battery');
    expect(await hasher([NEW]).verify('correct horse battery', stored)).toBe(false);
    expect(await hasher([{ ...OLD, bytes: randomBytes(32) }]).verify('correct horse battery', stored)).toBe(false);
  });

  it('verifies nothing if the stored hash is missing or unknown, with the work of a real one', async () => {
    const subject = hasher([NEW], 8);
    const stored = await subject.hash('correct horse battery');
    const compare = jest.spyOn(bcrypt, 'compare');
    /** Of the whole process, since bcrypt works in a thread: waiting for other programs does not count. */
    const work = async (hash: string | null) => {
      const start = process.cpuUsage();
      expect(await subject.verify('wrong horse battery', hash)).toBe(false);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const least = async (hash: string | null) => Math.min(...[await work(hash), await work(hash), await work(hash)]);
    const real = await least(stored);
    for (const other of [null, 'argon2$x$y', `bcrypt-hmac-sha384$gone$${stored.split('$').slice(2).join('$')}`]) {
      compare.mockClear();
      // What bcrypt cannot read it refuses without any work; what it reads costs as much as it says.
      expect(await least(other)).toBeGreaterThan(real / 4);
      const costs = compare.mock.calls.map(([, digest]) => bcrypt.getRounds(digest));
      expect(costs).toEqual([8, 8, 8]);
    }
    compare.mockRestore();
  });

  describe('with a hash of another system', () => {
    const hmac = (algorithm: string, key: string, password: string) =>
      createHmac(algorithm, key).update(password).digest('hex');
    const imported = (password: string): readonly ImportedPassword[] => [
      { scheme: 'uni-id-hmac-sha1', key: 'the secret', digest: hmac('sha1', 'the secret', password) },
      {
        scheme: 'uni-id-hmac-sha256',
        key: '00112233445566778899',
        digest: hmac('sha256', '00112233445566778899', password),
      },
    ];

    it('stores no more of it than a bcrypt, whatever it was', async () => {
      for (const one of imported('horse1')) {
        const stored = await hasher().wrap(one);
        expect(stored.split('$')[0]).toBe(one.scheme);
        expect(stored).toMatch(/^uni-id-hmac-sha\d+\$2026-07\$[\w-]+\$\$2b\$04\$[./A-Za-z0-9]{53}$/);
        expect(stored).not.toContain(one.digest);
        expect(stored).not.toContain(one.key);
        expect(await hasher().wrap(one)).not.toBe(stored);
      }
    });

    it('verifies the password as it was typed, and neither another one nor the hash itself', async () => {
      const subject = hasher();
      for (const one of imported('cafe\u0301 1')) {
        const stored = await subject.wrap(one);
        expect(await subject.verify('cafe\u0301 1', stored)).toBe(true);
        for (const other of ['caf\u00e9 1', 'cafe 1', '', one.digest, one.key, stored]) {
          expect(await subject.verify(other, stored)).toBe(false);
        }
      }
    });

    it('calls it outdated, and still verifies it after the pepper was replaced', async () => {
      for (const one of imported('horse1')) {
        const stored = await hasher([OLD]).wrap(one);
        expect(hasher([OLD]).isOutdated(stored)).toBe(true);
        const rotated = hasher([NEW, OLD], 5);
        expect(rotated.isOutdated(stored)).toBe(true);
        expect(await rotated.verify('horse1', stored)).toBe(true);
        expect(await hasher([NEW]).verify('horse1', stored)).toBe(false);
      }
    });

    it('verifies nothing if it was altered, or its scheme exchanged', async () => {
      const subject = hasher();
      for (const one of imported('horse1')) {
        const stored = await subject.wrap(one);
        const [scheme = '', keyId = '', sealed = '', ...digest] = stored.split('$');
        const otherScheme = scheme === 'uni-id-hmac-sha1' ? 'uni-id-hmac-sha256' : 'uni-id-hmac-sha1';
        for (const parts of [
          [scheme, keyId, `${sealed.slice(0, -4)}AAAA`, ...digest],
          [scheme, keyId, '', ...digest],
          [scheme, keyId, ...digest],
          [otherScheme, keyId, sealed, ...digest],
          ['bcrypt-hmac-sha384', keyId, ...digest],
          [scheme],
          [scheme, 'gone', sealed, ...digest],
        ]) {
          expect(await subject.verify('horse1', parts.join('$'))).toBe(false);
        }
      }
    });

    it('does the work of one bcrypt at the configured cost, as for any other user and for none', async () => {
      const subject = hasher([NEW], 6);
      const compare = jest.spyOn(bcrypt, 'compare');
      const costs = async (stored: string | null) => {
        compare.mockClear();
        await subject.verify('wrong horse battery', stored);
        return compare.mock.calls.map(([, digest]) => bcrypt.getRounds(digest));
      };
      for (const one of imported('horse1')) {
        const stored = await subject.wrap(one);
        expect(await costs(stored)).toEqual([6]);
        expect(await costs(stored.replace(/^([^$]+\$[^$]+\$)./, '$1'))).toEqual([6]);
      }
      expect(await costs(null)).toEqual([6]);
      compare.mockRestore();
    });
  });

  it('bounds its queue: with 256 waiting, the next gets DEPENDENCY.UNAVAILABLE at once, with Retry-After', async () => {
    const subject = hasher();
    const served = Promise.withResolvers<string>();
    const work = jest.spyOn(bcrypt, 'hash').mockReturnValue(served.promise as never);
    const atOnce = Math.max(1, availableParallelism() - 1);
    const waiting = Array.from({ length: atOnce + 256 }, () => subject.hash('correct horse battery').catch(() => null));
    // Before any of those waiting is served.
    const refusal: unknown = await Promise.race([
      subject.hash('correct horse battery').catch((error: unknown) => error),
      ...waiting,
    ]);
    expect(refusal).toBeInstanceOf(DependencyUnavailableError);
    expect((refusal as DependencyUnavailableError).retryAfterSeconds).toBe(1);
    served.resolve('digest');
    await Promise.all(waiting);
    expect(work).toHaveBeenCalledTimes(atOnce + 256);
    work.mockRestore();
  });

  it('does not block the event loop', async () => {
    const subject = hasher([NEW], 11);
    const work = subject.hash('correct horse battery');
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    await work;
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(3);
  });
});
