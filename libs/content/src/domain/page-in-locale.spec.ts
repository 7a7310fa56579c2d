import { pageInLocale, pageLocale, pageLocales } from './page-in-locale';

const page = {
  title: { 'ja-JP': '題', 'zh-CN': '标题', 'en-US': 'Title' },
  body: { 'en-US': '**Body**', 'zh-CN': '**正文**' },
  bodyFormat: 'markdown' as const,
};

describe('a page in one locale', () => {
  it('can be read in the languages that have both its title and its body', () => {
    expect(pageLocales(page)).toEqual(['zh-CN', 'en-US']);
  });

  it('comes in the wanted locale, else in the default of the App, else in any', () => {
    expect(pageLocale(page, 'en-US', 'zh-CN')).toBe('en-US');
    expect(pageLocale(page, 'ja-JP', 'en-US')).toBe('en-US');
    expect(pageLocale(page, 'ja-JP', 'zh-TW')).toBe('zh-CN');
  });

  it('has title, body and HTML of the same language', () => {
    expect(pageInLocale(page, 'en-US')).toEqual({
      title: 'Title',
      body: '**Body**',
      bodyHtml: '<p><strong>Body</strong></p>\n',
    });
  });
});
