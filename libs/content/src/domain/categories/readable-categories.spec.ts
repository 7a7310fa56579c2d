import { ReadableCategories, type StoredCategory } from './readable-categories';

function category(id: string, parentId: string | null = null, isActive = true): StoredCategory {
  return { id, parentId, slug: `${id}-slug`, name: { 'en-US': id }, isActive };
}

describe('ReadableCategories', () => {
  it('has each category before those below it, and brothers in their order', () => {
    const { all, isComplete } = new ReadableCategories([
      category('b'),
      category('a'),
      category('b1', 'b'),
      category('a2', 'a'),
      category('a1', 'a'),
      category('a21', 'a2'),
    ]);
    expect(all.map(({ id, parentSlug }) => [id, parentSlug])).toEqual([
      ['b', null],
      ['b1', 'b-slug'],
      ['a', null],
      ['a2', 'a-slug'],
      ['a21', 'a2-slug'],
      ['a1', 'a-slug'],
    ]);
    expect(isComplete).toBe(true);
  });

  it('hides what is disabled and all below it', () => {
    const categories = new ReadableCategories([
      category('a'),
      category('b', null, false),
      category('b1', 'b'),
      category('b11', 'b1'),
    ]);
    expect(categories.all.map(({ id }) => id)).toEqual(['a']);
    expect(categories.isComplete).toBe(false);
    expect(categories.find('b1')).toBeUndefined();
    expect(categories.within('b1-slug')).toEqual([]);
  });

  it('has in a category all that is below it', () => {
    const categories = new ReadableCategories([
      category('a'),
      category('a1', 'a'),
      category('a11', 'a1'),
      category('b'),
      category('a2', 'a', false),
    ]);
    expect(categories.within('a-slug').map(({ id }) => id)).toEqual(['a', 'a1', 'a11']);
    expect(categories.within('a11-slug').map(({ id }) => id)).toEqual(['a11']);
    expect(categories.within('none')).toEqual([]);
  });
});
