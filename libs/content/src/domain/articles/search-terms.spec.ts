import { literalPattern } from './search-terms';

describe('The pattern of a text that editors search', () => {
  it.each([
    [' ＡUTUMN-m ', '%autumn-m%'],
    ['季菜单', '%季菜单%'],
    ['季菜', '% 季菜 %'],
    ['au', '% au %'],
    ['a', '% a%'],
    ['單', '% 單%'],
    ['𠮷', '% 𠮷%'],
    ['0%', '%0\\%%'],
    ['a_b', '%a\\_b%'],
    ['\\', '%\\\\%'],
  ])('%s is %s', (q, pattern) => {
    expect(literalPattern(q)).toBe(pattern);
  });

  it.each([undefined, '', '  '])('of %j is none', (q) => {
    expect(literalPattern(q)).toBeNull();
  });
});
