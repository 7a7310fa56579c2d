import { literalPattern, searchTerms } from './search-terms';

const patternsOf = (q: string) => searchTerms(q)?.patterns;
const piecesOf = (q: string) => searchTerms(q)?.pieces;

describe('Search terms', () => {
  it('are none in a blank text', () => {
    expect(searchTerms('')).toBeNull();
    expect(searchTerms(' \t\u3000')).toBeNull();
  });

  it('are found anywhere if they have three characters or more', () => {
    expect(patternsOf('Delivery 配送说明')).toEqual(['%delivery%', '%配送说明%']);
    expect(patternsOf('ＡＢＣ')).toEqual(['%abc%']);
  });

  it('are found where a word begins if they are shorter', () => {
    expect(patternsOf('de 7')).toEqual(['% de %', '% 7%']);
    expect(patternsOf('配送 费')).toEqual(['% 配送 %', '% 费%']);
  });

  it('are found by the beginning of a word in them if they have too few letters in a row', () => {
    expect(patternsOf('c++')).toEqual(['%c++%', '% c%']);
    expect(patternsOf('a配')).toEqual(['%a配%', '% 配%']);
    expect(patternsOf('5%')).toEqual(['%5\\%%', '% 5%']);
    expect(piecesOf('c#')).toEqual(['% c%']);
  });

  it('take wildcards literally', () => {
    expect(patternsOf('100%_\\')).toEqual(['%100\\%\\_\\\\%']);
    expect(searchTerms('a_b')?.phrase).toBe('a\\_b');
  });

  it('are eight at most, each once', () => {
    expect(patternsOf('aaa aaa bbb ccc ddd eee fff ggg hhh iii jjj')).toHaveLength(8);
  });

  it('name the trigrams by which an index finds them, a dozen at most', () => {
    expect(piecesOf('Deals now')).toEqual(['%dea%', '%eal%', '%als%', '%now%']);
    expect(piecesOf('x'.repeat(160))).toEqual(['%xxx%']);
    const long = piecesOf('abcdefghijklmnopqrstuvwxyz0123456789');
    expect(long).toHaveLength(12);
    expect(new Set(long).size).toBe(12);
  });

  it('name a word that is short inside of a term, as an index knows where it begins or ends', () => {
    expect(piecesOf('x/yz')).toEqual(['%yz%']);
    expect(piecesOf('50%')).toEqual(['%50%']);
  });

  it.each(['%', '++', '___', '!?!', '😀😀😀', '%%% ++'])('name nothing where no index helps: %s', (q) => {
    expect(piecesOf(q)).toEqual([]);
    expect(patternsOf(q)?.length).toBeGreaterThan(0);
  });

  it('stay short, however many characters one becomes', () => {
    const terms = searchTerms('\ufdfa'.repeat(160));
    expect(JSON.stringify(terms).length).toBeLessThan(2_000);
  });
});

describe('The pattern of a text that editors search', () => {
  it.each([
    [' ＡUTUMN-m ', '%autumn-m%'],
    ['季菜单', '%季菜单%'],
    ['季菜', '% 季菜 %'],
    ['au', '% au %'],
    ['a', '% a%'],
    ['a季', '%a季%'],
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
