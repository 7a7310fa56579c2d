import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { ValidationFailedError } from '@libs/kernel';
import { Cursors, type CursorPosition } from './cursors';
import { Secrets } from './secrets';
import { anyText } from '../../../../test/support/any-text';

const aKey = (id: string) => ({ id, bytes: randomBytes(32) });

const key = aKey('k1');
const cursors = new Cursors(new Secrets([key]));

const list = fc.array(anyText(), { minLength: 1, maxLength: 4 });
const position: fc.Arbitrary<CursorPosition> = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.integer(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  { minLength: 1, maxLength: 4 },
);

const expectRefused = (decode: () => unknown) => {
  try {
    decode();
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationFailedError);
    expect((error as ValidationFailedError).fields).toEqual([{ field: 'cursor', code: 'invalid' }]);
    return;
  }
  throw new Error('The cursor was taken');
};

describe('A cursor', () => {
  it('leads back to its position in the list that it came from', () => {
    fc.assert(
      fc.property(list, position, (from, at) => {
        expect(cursors.decode(from, cursors.encode(from, at))).toEqual(at);
      }),
    );
  });

  it('is opaque: URL-safe text that does not show what is in it', () => {
    const cursor = cursors.encode(['inbox'], ['2026-11-21T09:00:00.000Z', '0192f0c1']);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(cursor).not.toContain('0192f0c1');
  });

  it('with any bit flipped is refused', () => {
    fc.assert(
      fc.property(list, position, fc.nat(), (from, at, place) => {
        const bytes = Buffer.from(cursors.encode(from, at), 'base64url');
        const bit = place % (bytes.length * 8);
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expectRefused(() => cursors.decode(from, bytes.toString('base64url')));
      }),
      { numRuns: 1_000 },
    );
  });

  it('with each of its characters changed is refused', () => {
    const cursor = cursors.encode(['inbox', 'owner'], ['2026-11-21', 7]);
    for (let index = 0; index < cursor.length; index++) {
      for (const other of ['A', 'z', '9', '-', '_', '=', '+', '/', ' ', 'é', '']) {
        const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
        if (altered !== cursor) expectRefused(() => cursors.decode(['inbox', 'owner'], altered));
      }
    }
  });

  it('in another spelling of the same bytes is refused', () => {
    fc.assert(
      fc.property(list, position, (from, at) => {
        const cursor = cursors.encode(from, at);
        const bytes = Buffer.from(cursor, 'base64url');
        for (const spelling of [
          bytes.toString('base64'),
          `${cursor}=`,
          `${cursor}==`,
          ` ${cursor}`,
          `${cursor}\n`,
          `${cursor}A`,
          bytes.toString('hex'),
          encodeURIComponent(`${cursor}=`),
        ]) {
          if (spelling !== cursor) expectRefused(() => cursors.decode(from, spelling));
        }
        const last = cursor.at(-1) ?? '';
        for (const other of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
          if (other !== last) expectRefused(() => cursors.decode(from, cursor.slice(0, -1) + other));
        }
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['list', ['security-events', 'user-1', '']],
    ['owner', ['login-events', 'user-2', '']],
    ['filter', ['login-events', 'user-1', 'failure']],
    ['order of the same words', ['user-1', 'login-events', '']],
    ['division of the same letters', ['login-events', 'user-', '1']],
    ['number of words', ['login-events', 'user-1']],
  ])('of another %s is refused', (_, other) => {
    const cursor = cursors.encode(['login-events', 'user-1', ''], ['2026-11-21', 7]);
    expectRefused(() => cursors.decode(other, cursor));
  });

  it('of any other list is refused', () => {
    fc.assert(
      fc.property(list, list, position, (from, elsewhere, at) => {
        fc.pre(JSON.stringify(from) !== JSON.stringify(elsewhere));
        expectRefused(() => cursors.decode(elsewhere, cursors.encode(from, at)));
      }),
    );
  });

  it('signed with a foreign key is refused, of the same name or another', () => {
    for (const foreign of [aKey('k1'), aKey('k2')]) {
      const cursor = new Cursors(new Secrets([foreign])).encode(['inbox'], [1]);
      expectRefused(() => cursors.decode(['inbox'], cursor));
    }
  });

  it('survives a rotation of keys, and expires with its key', () => {
    const cursor = cursors.encode(['inbox'], [1]);
    expect(new Cursors(new Secrets([aKey('k2'), key])).decode(['inbox'], cursor)).toEqual([1]);
    expectRefused(() => new Cursors(new Secrets([aKey('k2')])).decode(['inbox'], cursor));
  });

  it('that was forged is refused', () => {
    const madeUp = fc.oneof(
      fc.string(),
      anyText(),
      fc.base64String(),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
      fc.json().map((json) => Buffer.from(`${'t'.repeat(16)}${json}`).toString('base64url')),
      fc
        .jsonValue()
        .map((json) => Buffer.from(`${'t'.repeat(16)}${JSON.stringify(['k1', json])}`).toString('base64url')),
    );
    fc.assert(
      fc.property(madeUp, (cursor) => expectRefused(() => cursors.decode(['inbox'], cursor))),
      { numRuns: 1_000 },
    );
    for (const cursor of ['', '=', 'A', 'A'.repeat(1_024), 'A'.repeat(1_000_000)]) {
      expectRefused(() => cursors.decode(['inbox'], cursor));
    }
  });
});
