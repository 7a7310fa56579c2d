import fc from 'fast-check';
import { localPartOf, parseEmailAddress } from './email-address';
import { anyText } from '../../../../../test/support/any-text';

const CANONICAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Fragments that addresses are made of, and fragments that only look like it. */
const PIECES = [
  ...[
    'member',
    'Lin',
    '+tag',
    '.',
    '..',
    '-',
    '_',
    '@',
    '@@',
    'example',
    '.com',
    '.jp',
    'xn--',
    'xn--r8jz45g',
    '例え',
    'ß',
  ],
  ...[
    'İ',
    'ı',
    'K',
    'ſ',
    'ﬀ',
    '。',
    '．',
    '＠',
    '／',
    '％41',
    '%41',
    '/',
    '\\',
    '?',
    '#',
    ':',
    '[',
    ']',
    '127.0.0.1',
    '0x7f',
  ],
  ...[
    '\u0000',
    '\t',
    '\n',
    '\r',
    ' ',
    '\u00a0',
    '\u200b',
    '\u200d',
    '\u202e',
    '\ufeff',
    '\u00ad',
    '\ud800',
    '\udc00',
    '😀',
  ],
  ...['\u0301', '\u1e69', '"', '<', '>', '(', ')', ',', ';', 'a'.repeat(64), 'é'.repeat(63)],
];

describe('an email address', () => {
  it.each([
    [' Member@Example.COM ', 'member@example.com'],
    ['member+tag@example.com', 'member+tag@example.com'],
    ['member@例え.jp', 'member@xn--r8jz45g.jp'],
    ['member@EXAMPLE。com', 'member@example.com'],
    ['member@cafe\u0301.example', 'member@xn--caf-dma.example'],
    ['member@faß.de', 'member@xn--fa-hia.de'],
  ])('is trimmed, NFC, lower-cased, its domain in ASCII: %j', (typed, canonical) => {
    expect(parseEmailAddress(typed)).toBe(canonical);
  });

  it.each([
    // U+212A KELVIN SIGN folds to k, U+0130 to i with a dot: both would become someone else's address.
    'mar\u212a@example.com',
    'l\u0130n@example.com',
    'member@example.com/.example.net',
    'member@ex%61mple.com',
    'member@exa\tmple.com',
    'member@example.com\u0000',
    `${'m'.repeat(64)}@${'e'.repeat(63)}.${'e'.repeat(63)}.${'e'.repeat(63)}.com`,
  ])('is refused where it could be taken for another one: %j', (typed) => {
    expect(parseEmailAddress(typed)).toBeNull();
  });

  it('has at most 254 characters', () => {
    const domain = `${'e'.repeat(61)}.${'e'.repeat(61)}.${'e'.repeat(61)}.com`;
    const local = 'm'.repeat(254 - domain.length - 1);
    expect(parseEmailAddress(`${local}@${domain}`)).toHaveLength(254);
    expect(parseEmailAddress(`${local}m@${domain}`)).toBeNull();
  });

  it('is canonical in ASCII or refused, whatever was typed', () => {
    const typed = fc.oneof(
      anyText(),
      fc.emailAddress(),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => `member@${pieces.join('')}`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const address = parseEmailAddress(text);
        if (address === null) return;
        expect(address).toMatch(CANONICAL);
        expect(address.length).toBeLessThanOrEqual(254);
        expect(parseEmailAddress(address)).toBe(address);
        expect(parseEmailAddress(` ${address.toUpperCase()}\n`)).toBe(address);
        expect(localPartOf(address)).toBe(address.split('@')[0]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is parsed in time that does not grow with nonsense', () => {
    const start = process.threadCpuUsage();
    for (const nonsense of [
      'a.'.repeat(127) + '@',
      `${'a'.repeat(64)}@${'a-'.repeat(120)}`,
      '@'.repeat(500),
      'x'.repeat(1e6),
    ]) {
      expect(parseEmailAddress(nonsense)).toBeNull();
    }
    // It takes milliseconds. What grows faster than the nonsense would take minutes.
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
