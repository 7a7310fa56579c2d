import {
  filledIn,
  isPlaceholder,
  numbered,
  type PlaceholderValues,
  placeholdersIn,
  placeholderValues,
  withAddressesAsWritten,
} from './placeholders';

const LIN = placeholderValues('Lin', 'Café', 'en-US');
const NAMELESS = placeholderValues(null, 'Café', 'en-US');
const asItIs = (value: string) => value;
const filled = (text: string, values: PlaceholderValues = LIN, escape = asItIs) =>
  filledIn(numbered(text), values, escape);

describe('Placeholders', () => {
  it('are names in double braces, each listed once', () => {
    expect(placeholdersIn('{{display_name}}, {{app_name}} and {{display_name}}')).toEqual(['display_name', 'app_name']);
    expect(placeholdersIn('{{ display_name }} {{}} {{{app_name}}}')).toEqual([' display_name ', '', 'app_name']);
  });

  it('are not found in single, open or broken braces', () => {
    expect(placeholdersIn('{display_name} {{display_name} {{a{b}} }}{{')).toEqual([]);
  });

  it.each(['display_name', 'app_name', 'display_name|friend', 'display_name|', 'display_name|a | b'])(
    'may be %j',
    (inside) => expect(isPlaceholder(inside)).toBe(true),
  );

  it.each(['email', '', ' display_name', 'display_name |x', 'app_name|App', 'Display_Name', '0', 'toString'])(
    'may not be %j',
    (inside) => expect(isPlaceholder(inside)).toBe(false),
  );

  it('are filled in wherever they stand', () => {
    expect(filled('{{display_name}}: {{app_name}}, {{display_name}}')).toBe('Lin: Café, Lin');
    expect(filled('{{{app_name}}}')).toBe('{Café}');
  });

  it('call members by their name, and those without one by the text or by the word of the language', () => {
    const text = 'Hello {{display_name|dear | guest}}, {{display_name}}{{display_name|}}!';
    expect(filled(text)).toBe('Hello Lin, LinLin!');
    expect(filled(text, NAMELESS)).toBe('Hello dear | guest, there!');
    expect(filled(text, placeholderValues('  ', 'Café', 'en-US'))).toBe('Hello dear | guest, there!');
  });

  it.each([
    ['zh-CN', '用户'],
    ['zh-TW', '用戶'],
    ['en-US', 'there'],
    ['ja-JP', 'ユーザー'],
  ] as const)('have a word in %s: %s', (locale, word) => {
    expect(filled('{{display_name}}', placeholderValues(null, '', locale))).toBe(word);
  });

  it('are filled in escaped, names as well as texts, while the text around them stays', () => {
    const escape = (value: string) => value.replaceAll('<', '&lt;');
    expect(filled('<b>{{display_name}}</b>', { ...LIN, display_name: '<i>' }, escape)).toBe('<b>&lt;i></b>');
    expect(filled('<b>{{display_name|<i>}}</b>', NAMELESS, escape)).toBe('<b>&lt;i></b>');
  });

  it('are not filled into what was filled in, and special replacement patterns mean nothing', () => {
    const values = { ...LIN, display_name: '{{app_name}} {{0}}', app_name: '$& $1 $$' };
    expect(filled('{{display_name}} {{app_name}}', values)).toBe('{{app_name}} {{0}} $& $1 $$');
  });

  it('of other names stay as they are, also when they look like ours', () => {
    expect(filled('{{toString}} {{name}}')).toBe('{{toString}} {{name}}');
    expect(filled('{{1}} {{display_name}} {{0}} {{00}} {{9}}')).toBe('{{1}} Lin {{0}} {{00}} {{9}}');
  });

  it('keep what stands in them from what is done to the text', () => {
    const { text, placeholders } = numbered('a {{display_name|*x* <b>}} c');
    expect(text).toBe('a {{0}} c');
    expect(filledIn({ text: text.toUpperCase(), placeholders }, NAMELESS, asItIs)).toBe('A *x* <b> C');
  });

  it('are not filled into addresses, which stay as they were written', () => {
    const { placeholders } = numbered('[x](https://a.example/?n={{display_name|y}}&{{app_name}}) {{display_name}}');
    const html = 'https://a.example/?n=%7B%7B0%7D%7D&%7b%7b1%7d%7d&%7B%7B9%7D%7D {{2}}';
    const written = withAddressesAsWritten({ text: html, placeholders });
    expect(filledIn(written, LIN, asItIs)).toBe(
      'https://a.example/?n=%7B%7Bdisplay_name%7Cy%7D%7D&%7B%7Bapp_name%7D%7D&%7B%7B9%7D%7D Lin',
    );
  });

  it('are looked for once, however many braces there are', () => {
    expect(placeholdersIn('{{'.repeat(500_000))).toEqual([]);
    expect(filled('{{'.repeat(500_000))).toHaveLength(1_000_000);
  });
});
