import { fieldChanges, type Compared } from './field-changes';

type Values = Parameters<typeof fieldChanges<'title' | 'body', 'format' | 'date' | 'tags' | 'pinned'>>[1];

const compared: Compared<'title' | 'body', 'format' | 'date' | 'tags' | 'pinned'> = {
  texts: ['title', 'body'],
  values: ['format', 'date', 'tags', 'pinned'],
  format: (field, value) => `${field}: ${JSON.stringify(value)}`,
};
const PAGE: Values = {
  title: { 'zh-CN': '关于我们', 'en-US': 'About us' },
  body: { 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' },
  ...{ format: 'markdown', date: null, tags: ['a'], pinned: false },
};

describe('What differs between two states of a record', () => {
  it('is told by language, and then by what all of them share', () => {
    const after: Values = {
      title: { 'zh-CN': '关于', 'ja-JP': '概要' },
      body: { ...PAGE.body, 'zh-CN': '# 小店' },
      ...{ format: 'html', date: '2026-12-01', tags: ['a', 'b'], pinned: true },
    };
    expect(fieldChanges(PAGE, after, compared)).toEqual([
      { field: 'title', locale: 'zh-CN', before: '关于我们', after: '关于' },
      { field: 'body', locale: 'zh-CN', before: '# 街角小店', after: '# 小店' },
      { field: 'title', locale: 'en-US', before: 'About us', after: '' },
      { field: 'title', locale: 'ja-JP', before: '', after: '概要' },
      { field: 'format', locale: null, before: 'format: "markdown"', after: 'format: "html"' },
      { field: 'date', locale: null, before: '', after: 'date: "2026-12-01"' },
      { field: 'tags', locale: null, before: 'tags: ["a"]', after: 'tags: ["a","b"]' },
      { field: 'pinned', locale: null, before: 'pinned: false', after: 'pinned: true' },
    ]);
  });

  it('is nothing between equal ones', () => {
    expect(fieldChanges(PAGE, structuredClone(PAGE), compared)).toEqual([]);
  });

  it('is all that there is where nothing was before', () => {
    const changes = fieldChanges(null, PAGE, compared);
    expect(changes.map(({ field }) => field)).toEqual(['title', 'body', 'title', 'body', 'format', 'tags', 'pinned']);
    expect(changes.map(({ before }) => before).join('')).toBe('');
  });
});
