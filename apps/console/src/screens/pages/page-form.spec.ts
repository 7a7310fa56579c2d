import { emptyPage, writtenOf, type LoadedPage, type PageValues } from './page-form';

const PAGE: PageValues = {
  title: { 'zh-CN': '关于我们', 'en-US': 'About us' },
  body: { 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' },
  body_format: 'markdown',
  effective_at: null,
};

describe('A page in the form', () => {
  const out = { ...PAGE, revision: 2 } as LoadedPage['out'];

  it('is the draft, else what is out, else nothing', () => {
    const draft = { ...PAGE, title: { 'en-US': 'Draft' } };
    expect(writtenOf({ draft, out } as LoadedPage)).toEqual(draft);
    expect(writtenOf({ draft: null, out } as LoadedPage)).toEqual(PAGE);
    expect(writtenOf({ draft: null, out: null } as LoadedPage)).toEqual(emptyPage());
  });
});
