import { differences } from './page-diff';
import { emptyPage, fallingBack, writtenOf, type LoadedPage, type PageValues } from './page-form';

const PAGE: PageValues = {
  title: { 'zh-CN': '关于我们', 'en-US': 'About us' },
  body: { 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' },
  body_format: 'markdown',
  effective_at: null,
};
const format = (field: string, value: string) => `${field}: ${value}`;

describe('What differs between two states of a page', () => {
  it('is told by language, and then by what all of them share', () => {
    const after: PageValues = {
      title: { 'zh-CN': '关于', 'ja-JP': '概要' },
      body: { ...PAGE.body, 'zh-CN': '# 小店' },
      body_format: 'html',
      effective_at: '2026-12-01T00:00:00.000Z',
    };
    expect(differences(PAGE, after, format)).toEqual([
      { field: 'title', locale: 'zh-CN', before: '关于我们', after: '关于' },
      { field: 'body', locale: 'zh-CN', before: '# 街角小店', after: '# 小店' },
      { field: 'title', locale: 'en-US', before: 'About us', after: '' },
      { field: 'title', locale: 'ja-JP', before: '', after: '概要' },
      { field: 'body_format', locale: null, before: 'body_format: markdown', after: 'body_format: html' },
      { field: 'effective_at', locale: null, before: '', after: 'effective_at: 2026-12-01T00:00:00.000Z' },
    ]);
  });

  it('is nothing between equals, and all before the first', () => {
    expect(differences(PAGE, { ...PAGE }, format)).toEqual([]);
    expect(differences(null, PAGE, format).map(({ before }) => before)).toEqual(['', '', '', '', '']);
  });
});

describe('A page in the form', () => {
  const out = { ...PAGE, revision: 2 } as LoadedPage['out'];

  it('is the draft, else what is out, else nothing', () => {
    const draft = { ...PAGE, title: { 'en-US': 'Draft' } };
    expect(writtenOf({ draft, out } as LoadedPage)).toEqual(draft);
    expect(writtenOf({ draft: null, out } as LoadedPage)).toEqual(PAGE);
    expect(writtenOf({ draft: null, out: null } as LoadedPage)).toEqual(emptyPage());
  });

  it('falls back in the languages in which a part of it is missing', () => {
    const page = { ...PAGE, title: { ...PAGE.title, 'ja-JP': '概要' } };
    expect(fallingBack(page, ['zh-CN', 'en-US', 'ja-JP', 'zh-TW'])).toEqual(['ja-JP', 'zh-TW']);
  });
});
