import { pageLocale, pageLocales } from './page-in-locale';

describe('a page in one locale', () => {
  it('can be read in the languages that have both its title and its body', () => {
    expect(pageLocales(['ja-JP', 'en-US', 'zh-CN'], ['zh-CN', 'zh-TW', 'en-US'])).toEqual(['zh-CN', 'en-US']);
  });

  it('comes in the wanted locale, else in the default of the App, else in any', () => {
    expect(pageLocale(['zh-CN', 'en-US'], 'en-US', 'zh-CN')).toBe('en-US');
    expect(pageLocale(['zh-CN', 'en-US'], 'ja-JP', 'en-US')).toBe('en-US');
    expect(pageLocale(['zh-CN', 'en-US'], 'ja-JP', 'zh-TW')).toBe('zh-CN');
  });
});
