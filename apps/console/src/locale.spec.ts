import { chooseLocale } from './locale';

describe('chooseLocale', () => {
  it.each([
    [['zh'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['zh-Hans-HK'], 'zh-CN'],
    [['zh-HK'], 'zh-TW'],
    [['zh-Hant'], 'zh-TW'],
    [['ZH-tw'], 'zh-TW'],
    [['fr-FR', 'ja'], 'ja-JP'],
    [['de', 'en-GB', 'zh-CN'], 'en-US'],
    [['ko'], 'en-US'],
    [[], 'en-US'],
  ])('takes of %j the language %s', (languages, locale) => expect(chooseLocale(languages)).toBe(locale));
});
