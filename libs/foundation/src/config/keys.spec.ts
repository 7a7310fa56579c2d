import { randomBytes } from 'node:crypto';
import { looksRandom, parseSecretKeys } from './keys';

const SECRET = randomBytes(32).toString('base64');
const counting = (step: number) => Buffer.from(Array.from({ length: 32 }, (_, at) => at * step));

describe('A secret key', () => {
  it.each([
    ['one byte over and over', Buffer.alloc(32)],
    ['one letter over and over', Buffer.alloc(48, 'x')],
    ['a word over and over', Buffer.alloc(32, 'secret')],
    ['digits over and over', Buffer.alloc(64, '0123456789abcdef')],
    ['bytes that count up', counting(1)],
    ['bytes that count down', counting(-3)],
    ['few different bytes', Buffer.alloc(33, 'aababbbab')],
  ])('is not random when it is %s', (_, bytes) => expect(looksRandom(bytes)).toBe(false));

  it.each([
    `k1:${SECRET}:x`,
    `k1:${SECRET.slice(1)}`,
    `k1:${SECRET} ${SECRET}`,
    `k1:"${SECRET}"`,
    `k1:${SECRET}==`,
    `k1:${randomBytes(32).toString('hex')}!`,
    `k1:${'a phrase of many words and more '.repeat(4)}`,
  ])('is refused when it is no base64: %s', (keys) => {
    expect(() => parseSecretKeys(keys)).toThrow('must be id:base64 pairs');
  });

  it('may be written in any base64 form', () => {
    for (let round = 0; round < 1_000; round++) {
      const bytes = randomBytes(32 + (round % 33));
      expect(looksRandom(bytes)).toBe(true);
      for (const encoding of ['base64', 'base64url'] as const) {
        expect(parseSecretKeys(`k1:${bytes.toString(encoding)}`)).toEqual([{ id: 'k1', bytes }]);
      }
    }
  });
});
