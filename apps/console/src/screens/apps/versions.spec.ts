import { takeVersions } from './versions';

describe('takeVersions', () => {
  it('takes several that are pasted at once, each a single time', () =>
    expect(takeVersions(['1.0.0'], ' 1.1.0, 1.0.0\n2.0.0-beta+3，2.1 ')).toEqual({
      versions: ['1.0.0', '1.1.0', '2.0.0-beta+3', '2.1'],
      rest: '',
    }));

  it('leaves what is no version to be mended', () =>
    expect(takeVersions([], 'v1.0 <2.0> ^3')).toEqual({ versions: ['v1.0'], rest: '<2.0> ^3' }));

  it('takes no more than an App may have', () => {
    const many = Array.from({ length: 200 }, (_, place) => `1.0.${place}`);
    expect(takeVersions(many, '2.0.0')).toEqual({ versions: many, rest: '2.0.0' });
  });
});
