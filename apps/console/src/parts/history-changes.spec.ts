import { splitChange } from './history-changes';

describe('splitChange', () => {
  it('names the language of a text that changed, and no other', () => {
    const change = { path: 'name', before: { 'en-US': 'A', 'zh-CN': '甲' }, after: { 'en-US': 'B', 'zh-CN': '甲' } };
    expect(splitChange(change)).toEqual([{ path: 'name.en-US', before: 'A', after: 'B' }]);
  });

  it('takes an object apart that came or went', () => {
    expect(splitChange({ path: 'name', before: null, after: { 'en-US': 'B' } })).toEqual([
      { path: 'name.en-US', before: null, after: 'B' },
    ]);
  });

  it.each([
    { path: 'status', before: 'active', after: 'disabled' },
    { path: 'tags', before: ['a'], after: ['b'] },
    { path: 'value', before: { a: 1 }, after: 'text' },
    { path: 'value', before: null, after: {} },
  ])('leaves $path as it is: $before, $after', (change) => {
    expect(splitChange(change)).toEqual([change]);
  });
});
