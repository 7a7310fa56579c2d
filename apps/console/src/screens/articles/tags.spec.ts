import { has, MOST_TAGS, withTags } from './tags';

describe('Tags', () => {
  it('are added one by one, or several at once', () => {
    expect(withTags(['a'], ' b ')).toEqual(['a', 'b']);
    expect(withTags([], '菜单，秋季、 menu,')).toEqual(['菜单', '秋季', 'menu']);
    expect(withTags(['a'], '  ')).toEqual(['a']);
  });

  it('are there once, whatever their case', () => {
    expect(withTags(['Autumn'], 'AUTUMN, autumn')).toEqual(['Autumn']);
    expect(has(['Autumn'], 'autumn')).toBe(true);
    expect(has(['Autumn'], 'autumnal')).toBe(false);
  });

  it('are no longer and no more than the API takes them', () => {
    expect(withTags([], '🍁'.repeat(60))).toEqual(['🍁'.repeat(50)]);
    expect(withTags([], Array.from({ length: 30 }, (_, index) => `t${index}`).join(','))).toHaveLength(MOST_TAGS);
  });
});
