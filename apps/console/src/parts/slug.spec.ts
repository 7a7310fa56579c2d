import { slugFollowing, slugOf } from './slug';

describe('The slug of a text', () => {
  it.each([
    ['Autumn menu', 'autumn-menu'],
    ['  Crème brûlée — 2026!  ', 'creme-brulee-2026'],
    ['ＡＢＣ １２３', 'abc-123'],
    ['秋季菜单', ''],
    ['秋季 menu 菜单', 'menu'],
  ])('makes of %p %p', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('is no longer than the API takes it, and ends with no dash', () => {
    const slug = slugOf(`${'a'.repeat(99)} bc`);
    expect(slug).toBe('a'.repeat(99));
  });
});

describe('The slug of a new record', () => {
  it('goes with its name until another is typed', () => {
    expect(slugFollowing('', 'N', '')).toBe('n');
    expect(slugFollowing('New', 'News', 'new')).toBe('news');
    expect(slugFollowing('New', 'News', 'own')).toBe('own');
    expect(slugFollowing('New', '', 'new')).toBe('');
  });
});
