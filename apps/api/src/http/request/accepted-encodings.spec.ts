import { preferredEncoding } from './accepted-encodings';

describe('Accept-Encoding', () => {
  it.each([
    // As browsers send it.
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    // By weight.
    ['br;q=0.5, gzip', 'gzip'],
    ['br ; q=0.5 , gzip;q=0.50', 'br'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=1.000', 'br'],
    // Whatever is not named.
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['br, *;q=0', 'br'],
    ['identity;q=0, *', 'br'],
    // Nothing is better, or all that there is.
    [undefined, null],
    ['', null],
    ['identity', null],
    ['identity, br;q=0.9', null],
    ['zstd, deflate', null],
    ['*;q=0', null],
    ['br;q=0, gzip;q=0', null],
    // Malformed items say nothing.
    ['br;q=2, gzip;q=0.0001', null],
    ['br gzip', null],
    ['br;q=, gzip', 'gzip'],
    [',,;q=1,', null],
  ])('%s prefers %s', (header, expected) => {
    expect(preferredEncoding(header, ['br', 'gzip'])).toBe(expected);
  });

  it('prefers nothing where nothing is available', () => {
    expect(preferredEncoding('br, *', [])).toBeNull();
  });

  it('is read in time that grows with its length', () => {
    const items = (count: number) => Array.from({ length: count }, (_, at) => `x${at};q=0.${at % 1_000}`).join(',');
    expect(preferredEncoding(`${items(2_000)},gzip`, ['br', 'gzip'])).toBe('gzip');
    expect(preferredEncoding(`${' '.repeat(16_000)}br${' '.repeat(16_000)};`, ['br'])).toBeNull();
  });
});
