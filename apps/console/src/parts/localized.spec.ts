import fc from 'fast-check';
import { LOCALES } from '../locale';
import { completeness, fallingBack, localize, markOf, serve, withText } from './localized';

const locale = fc.constantFrom(...LOCALES);
const text = fc
  .uniqueArray(fc.tuple(locale, fc.string({ minLength: 1 })), { selector: ([each]) => each })
  .map((entries) => Object.fromEntries(entries));

describe('serve', () => {
  it('gives the wanted language, else the default one, else any that is written', () => {
    const name = { 'zh-CN': '更新', 'ja-JP': '更新する' };

    expect(serve(name, 'ja-JP', 'zh-CN')).toEqual({ text: '更新する', locale: 'ja-JP' });
    expect(serve(name, 'en-US', 'zh-CN')).toEqual({ text: '更新', locale: 'zh-CN' });
    expect(serve(name, 'en-US', 'zh-TW')).toEqual({ text: '更新', locale: 'zh-CN' });
    expect(serve({}, 'en-US', 'zh-CN')).toBeNull();
    expect(serve(null, 'en-US', 'zh-CN')).toBeNull();
  });

  it('takes an empty text for none', () => {
    expect(serve({ 'en-US': '', 'zh-CN': '更新' }, 'en-US', 'en-US')?.locale).toBe('zh-CN');
  });

  it('finds something wherever something is written, and marks what it found', () => {
    fc.assert(
      fc.property(text, locale, locale, (each, wanted, standard) => {
        const served = serve(each, wanted, standard);
        expect(served === null).toBe(Object.keys(each).length === 0);
        expect(markOf(each, wanted, standard)).toBe(
          !served ? 'missing' : served.locale === wanted ? 'own' : 'fallback',
        );
      }),
    );
  });
});

describe('localize', () => {
  it('takes English for a language that it does not know', () => {
    expect(localize({ 'en-US': 'Update', 'zh-CN': '更新' }, 'fr-FR')).toBe('Update');
  });
});

describe('withText', () => {
  it('leaves an emptied language out and keeps the others', () => {
    expect(withText({ 'en-US': 'Update', 'zh-CN': '更新' }, 'en-US', '')).toEqual({ 'zh-CN': '更新' });
    expect(withText(null, 'en-US', 'Update')).toEqual({ 'en-US': 'Update' });
  });
});

describe('completeness', () => {
  it('counts the languages of the App alone', () => {
    expect(completeness({ 'en-US': 'Update', 'ja-JP': '更新' }, ['en-US', 'zh-CN'])).toEqual({ written: 1, of: 2 });
  });
});

describe('fallingBack', () => {
  it('names the languages in which a part is missing', () => {
    const title = { 'zh-CN': '关于我们', 'en-US': 'About us', 'ja-JP': '概要' };
    const body = { 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' };
    expect(fallingBack([title, body], ['zh-CN', 'en-US', 'ja-JP', 'zh-TW'])).toEqual(['ja-JP', 'zh-TW']);
  });
});
