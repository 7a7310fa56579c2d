import { filledIn, missingIn, unknownIn } from './placeholders';

const LIN = { displayName: 'Lin', appName: 'Shop', locale: 'en-US' } as const;
const NAMELESS = { ...LIN, displayName: '' };

describe('Placeholders', () => {
  it('that the API refuses are told as they are written, each once', () => {
    const text = {
      'en-US': '{{name}} {{display_name}} {{name}}',
      'zh-CN': '{{ app_name }} {one} {{display_name|you}}',
    };
    expect(unknownIn(text)).toEqual(['{{name}}', '{{ app_name }}']);
    expect(unknownIn({})).toEqual([]);
  });

  it('that only some languages have are told of the others', () => {
    const text = { 'en-US': 'Hello {{display_name|you}}', 'zh-CN': '你好 {{display_name}}', 'ja-JP': '{{app_name}}' };
    expect(missingIn(text)).toEqual([
      { locale: 'en-US', placeholder: '{{app_name}}' },
      { locale: 'zh-CN', placeholder: '{{app_name}}' },
      { locale: 'ja-JP', placeholder: '{{display_name}}' },
    ]);
    expect(missingIn({ 'en-US': '{{display_name}}' })).toEqual([]);
  });

  it('are filled in as for a member with a name, and for one without', () => {
    const text = 'Hello {{display_name|dear guest}}, {{display_name}} of {{app_name}} {{other}}';
    expect(filledIn(text, LIN)).toBe('Hello Lin, Lin of Shop {{other}}');
    expect(filledIn(text, NAMELESS)).toBe('Hello dear guest, there of Shop {{other}}');
    expect(filledIn('{{display_name}}', { ...NAMELESS, locale: 'ja-JP' })).toBe('ユーザー');
    expect(filledIn('<b>{{app_name}}</b>', { ...LIN, appName: '<' }, () => '&lt;')).toBe('<b>&lt;</b>');
  });
});
