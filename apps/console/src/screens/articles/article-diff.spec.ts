import { differences, fallingBack } from './article-diff';
import { emptyArticle } from './article-form';

const plain = (_: string, value: unknown) => JSON.stringify(value);

describe('The differences between two states of an article', () => {
  const before = { ...emptyArticle(), title: { 'zh-CN': '秋', 'en-US': 'Autumn' }, slug: 'autumn', tags: ['a'] };

  it('are told by field and language', () => {
    const after = {
      ...before,
      title: { 'zh-CN': '秋', 'en-US': 'Fall', 'ja-JP': '秋' },
      tags: ['a', 'b'],
      pinned: true,
    };
    expect(differences(before, after, plain)).toEqual([
      { field: 'title', locale: 'en-US', before: 'Autumn', after: 'Fall' },
      { field: 'title', locale: 'ja-JP', before: '', after: '秋' },
      { field: 'tags', locale: null, before: '["a"]', after: '["a","b"]' },
      { field: 'pinned', locale: null, before: 'false', after: 'true' },
    ]);
  });

  it('are none between equal ones', () => {
    expect(differences(before, structuredClone(before), plain)).toEqual([]);
  });

  it('are all that there is where nothing was before', () => {
    expect(differences(null, before, plain).map(({ field, before: was }) => [field, was])).toContainEqual(['slug', '']);
  });
});

describe('The languages that fall back', () => {
  it('are those without a title or a body', () => {
    const article = { title: { 'zh-CN': '秋', 'en-US': 'Autumn' }, body: { 'zh-CN': '秋' } };
    expect(fallingBack(article, ['zh-CN', 'en-US', 'ja-JP'])).toEqual(['en-US', 'ja-JP']);
  });
});
