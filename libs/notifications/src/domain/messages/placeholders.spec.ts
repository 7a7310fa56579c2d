import { filledIn, placeholdersIn } from './placeholders';

const LIN = { display_name: 'Lin', app_name: 'Café' };
const asItIs = (value: string) => value;

describe('Placeholders', () => {
  it('are names in double braces, each listed once', () => {
    expect(placeholdersIn('{{display_name}}, {{app_name}} and {{display_name}}')).toEqual(['display_name', 'app_name']);
    expect(placeholdersIn('{{ display_name }} {{}} {{{app_name}}}')).toEqual([' display_name ', '', 'app_name']);
  });

  it('are not found in single, open or broken braces', () => {
    expect(placeholdersIn('{display_name} {{display_name} {{a{b}} }}{{')).toEqual([]);
  });

  it('are filled in wherever they stand', () => {
    expect(filledIn('{{display_name}}: {{app_name}}, {{display_name}}', LIN, asItIs)).toBe('Lin: Café, Lin');
    expect(filledIn('{{{app_name}}}', LIN, asItIs)).toBe('{Café}');
  });

  it('are filled in escaped, while the text around them stays', () => {
    const escape = (value: string) => value.replaceAll('<', '&lt;');
    expect(filledIn('<b>{{display_name}}</b>', { ...LIN, display_name: '<i>' }, escape)).toBe('<b>&lt;i></b>');
  });

  it('are not filled into what was filled in, and special replacement patterns mean nothing', () => {
    const values = { display_name: '{{app_name}}', app_name: '$& $1 $$' };
    expect(filledIn('{{display_name}} {{app_name}}', values, asItIs)).toBe('{{app_name}} $& $1 $$');
  });

  it('of other names stay as they are', () => {
    expect(filledIn('{{toString}} {{name}}', LIN, asItIs)).toBe('{{toString}} {{name}}');
  });

  it('are looked for once, however many braces there are', () => {
    expect(placeholdersIn('{{'.repeat(500_000))).toEqual([]);
  });
});
