import fc from 'fast-check';
import { isSupportedLocale, localize, negotiateLocale, SUPPORTED_LOCALES, type SupportedLocale } from './locale';
import { anyText } from '../../../test/support/any-text';

const ALL = SUPPORTED_LOCALES;

/** What the header selects among all four, with ja-JP as the default: nothing below asks for Japanese. */
const choose = (header: string | undefined, supported: readonly SupportedLocale[] = ALL) =>
  negotiateLocale(header, supported, 'ja-JP');

const supportedLocales = fc.subarray([...ALL], { minLength: 1 });
const settings = supportedLocales.chain((supported) => fc.tuple(fc.constant(supported), fc.constantFrom(...supported)));
const tag = fc.constantFrom(...ALL, 'zh', 'zh-Hans', 'zh-Hant-HK', 'zh-HK', 'en', 'en-GB', 'ja', 'fr', 'de-CH', '*');
const quality = fc.constantFrom('', ';q=1', ';q=1.000', ';q=0.8', ';q=0.001', ';q=0', ';q=0.000', '; Q = 0.5');
const header = fc
  .array(
    fc.tuple(tag, quality).map((parts) => parts.join('')),
    { maxLength: 6 },
  )
  .map((items) => items.join(', '));

describe('negotiateLocale', () => {
  it.each([
    ['zh', 'zh-CN'],
    ['zh-CN', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hans-SG', 'zh-CN'],
    ['zh-Hans-HK', 'zh-CN'],
    ['zh-TW', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-MO', 'zh-TW'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh-Hant-CN', 'zh-TW'],
    ['en', 'en-US'],
    ['en-GB', 'en-US'],
    ['en-US', 'en-US'],
    ['EN-us', 'en-US'],
    ['ZH-HANT', 'zh-TW'],
    ['zh-hk', 'zh-TW'],
  ])('resolves %s to %s', (range, locale) => expect(choose(range)).toBe(locale));

  it.each([
    ['zh-HK', ['zh-CN', 'ja-JP'], 'zh-CN'],
    ['zh-Hant', ['zh-CN', 'ja-JP'], 'zh-CN'],
    ['zh', ['zh-TW', 'ja-JP'], 'zh-TW'],
    ['zh-CN', ['zh-TW', 'ja-JP'], 'zh-TW'],
    ['zh-SG', ['zh-TW', 'ja-JP'], 'zh-TW'],
    ['zh-HK, en', ['en-US', 'zh-CN', 'ja-JP'], 'zh-CN'],
  ] as const)('resolves %s among %j to %s', (range, supported, locale) =>
    expect(choose(range, supported)).toBe(locale),
  );

  it.each([
    ['en;q=0.8, zh;q=0.9', 'zh-CN'],
    ['en;q=0.8, zh;q=0.80', 'en-US'],
    ['fr, en;q=0.1', 'en-US'],
    ['en, zh', 'en-US'],
    ['zh-TW;q=0.9, zh', 'zh-CN'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en-US'],
    ['  en ; q = 0.5 ,, zh-TW ; q=0.7 ', 'zh-TW'],
  ])('honours the q-values of %s', (value, locale) => expect(choose(value)).toBe(locale));

  it.each([
    ['en;q=0, zh;q=0.1', 'zh-CN'],
    ['zh-TW;q=0, zh-HK', 'zh-CN'],
    ['zh-Hant;q=0, zh-HK', 'zh-CN'],
    ['zh-CN;q=0, zh', 'zh-TW'],
    ['zh-Hans;q=0, zh', 'zh-TW'],
    ['zh;q=0, zh-TW, en;q=0.5', 'zh-TW'],
    ['zh;q=0, zh-HK, en;q=0.5', 'en-US'],
    ['zh-Hans, zh;q=0, en;q=0.5', 'zh-CN'],
    ['en;q=0, *', 'ja-JP'],
    ['ja;q=0, *', 'zh-CN'],
    ['ja-JP;q=0, zh-CN;q=0, *', 'zh-TW'],
    ['fr, *;q=0', 'ja-JP'],
  ])('excludes what has q=0, the longest range that fits deciding: %s', (value, locale) => {
    expect(choose(value)).toBe(locale);
  });

  it.each([undefined, '', ' ', ',', 'fr', 'fr-FR, de;q=0.5', 'x-klingon', 'i-default'])(
    'has the default for %s',
    (value) => {
      expect(choose(value)).toBe('ja-JP');
    },
  );

  it.each([
    'en;q=2',
    'en;q=-1',
    'en;q=',
    'en;q',
    'en;level=1',
    'en;q=0.1234',
    'en;q=1.001',
    'en;q=.5',
    'en;q=0.5;q=1',
    'en_US',
    'en--US',
    '-en',
    'en-',
    'englishlanguage',
    'en, <script>',
    'en\u0000',
    '英文',
    ';q=1',
    'en US',
  ])('ignores a malformed header: %s', (value) => expect(choose(value)).toBe('ja-JP'));

  it('ignores an absurdly long header at once', () => {
    const start = process.threadCpuUsage();
    expect(choose(`en, ${'fr, '.repeat(100_000)}`)).toBe('ja-JP');
    expect(choose('a'.repeat(1_000_000))).toBe('ja-JP');
    expect(choose('a-'.repeat(500))).toBe('ja-JP');
    expect(choose(`${'a-a'.repeat(300)}!`)).toBe('ja-JP');
    // It takes milliseconds. What grows faster than the header would take minutes.
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
  });

  it('gives a supported locale and never throws, whatever the header', () => {
    const anything = fc.oneof(header, fc.string(), anyText(), fc.mixedCase(header));
    fc.assert(
      fc.property(anything, settings, (value, [supported, byDefault]) => {
        expect(supported).toContain(negotiateLocale(value, supported, byDefault));
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the exact locale where it is supported and wanted most', () => {
    fc.assert(
      fc.property(settings, fc.array(tag), ([supported, byDefault], others) => {
        for (const wanted of supported) {
          const value = [wanted, ...others.map((other) => `${other};q=0.9`)].join(',');
          expect(negotiateLocale(value, supported, byDefault)).toBe(wanted);
        }
      }),
    );
  });

  it('never gives a locale that the header excludes by its exact name, unless it is the default', () => {
    fc.assert(
      fc.property(settings, header, fc.constantFrom(...ALL), ([supported, byDefault], value, excluded) => {
        fc.pre(excluded !== byDefault && !value.includes(excluded));
        expect(negotiateLocale(`${value},${excluded};q=0`, supported, byDefault)).not.toBe(excluded);
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not depend on the case of the header', () => {
    fc.assert(
      fc.property(header, settings, (value, [supported, byDefault]) => {
        const answer = negotiateLocale(value, supported, byDefault);
        expect(negotiateLocale(value.toUpperCase(), supported, byDefault)).toBe(answer);
        expect(negotiateLocale(value.toLowerCase(), supported, byDefault)).toBe(answer);
      }),
    );
  });

  it('does not depend on ranges of other languages', () => {
    fc.assert(
      fc.property(header, settings, (value, [supported, byDefault]) => {
        fc.pre(value !== '');
        const answer = negotiateLocale(value, supported, byDefault);
        expect(negotiateLocale(`fr, ${value}, ko-KR;q=0.7`, supported, byDefault)).toBe(answer);
      }),
    );
  });
});

describe('localize', () => {
  it('gives the resolved locale, else the default of the App, else any language present', () => {
    expect(localize({ 'zh-CN': '你好', 'en-US': 'Hello' }, 'en-US', 'zh-CN')).toBe('Hello');
    expect(localize({ 'zh-CN': '你好', 'en-US': 'Hello' }, 'ja-JP', 'zh-CN')).toBe('你好');
    expect(localize({ 'en-US': 'Hello' }, 'ja-JP', 'zh-CN')).toBe('Hello');
    expect(localize({}, 'ja-JP', 'zh-CN')).toBe('');
  });
});

describe('isSupportedLocale', () => {
  it('knows the four, by their exact names', () => {
    for (const locale of ALL) expect(isSupportedLocale(locale)).toBe(true);
    for (const value of ['zh', 'ZH-CN', 'en-GB', '', null, undefined, 1, ['zh-CN'], '__proto__']) {
      expect(isSupportedLocale(value)).toBe(false);
    }
  });
});
