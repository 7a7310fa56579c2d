import { bodyOf, copiedOf, emptyArticle, stepsOf, valuesOf, type Article } from './article-form';

const article = {
  ...emptyArticle(),
  ...{ title: { 'en-US': 'Autumn' }, slug: 'autumn', category_id: 'c', pinned: true, tags: ['menu'] },
  ...{ id: 'a', lock_version: 3 },
} as unknown as Article;

describe('An article in a form', () => {
  it('has the fields that are written, and no others', () => {
    expect(Object.keys(valuesOf(article)).sort()).toEqual(Object.keys(emptyArticle()).sort());
  });

  it('is copied under another slug that the API takes, and without its pin', () => {
    expect(copiedOf(article)).toMatchObject({ slug: 'autumn-copy', pinned: false, tags: ['menu'] });
    expect(copiedOf({ ...article, slug: 'a'.repeat(100) }).slug).toBe(`${'a'.repeat(95)}-copy`);
  });

  it('is sent without what is not chosen yet, and resets a summary that was emptied', () => {
    expect(bodyOf({ category_id: null, summary: {}, slug: 'a' })).toEqual({ summary: null, slug: 'a' });
    expect(bodyOf({ category_id: 'c', summary: { 'en-US': 'S' } })).toEqual({
      category_id: 'c',
      summary: { 'en-US': 'S' },
    });
    expect(bodyOf({ pinned: true })).toEqual({ pinned: true });
  });
});

describe('What can be done with an article', () => {
  const possible = (status: Article['status'], has_changes: boolean) =>
    Object.entries(stepsOf({ status, has_changes })).flatMap(([step, isPossible]) => (isPossible ? [step] : []));

  it('depends on its status, and on whether it has changes', () => {
    expect(possible('draft', true)).toEqual(['publish', 'archive', 'delete']);
    expect(possible('scheduled', true)).toEqual(['publish', 'unschedule', 'unpublish', 'archive']);
    expect(possible('published', true)).toEqual(['publish', 'unpublish', 'archive']);
    expect(possible('published', false)).toEqual(['end', 'unpublish', 'archive']);
    expect(possible('archived', true)).toEqual(['unpublish']);
  });
});
