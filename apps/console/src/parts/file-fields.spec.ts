import { filesIn, isFileField } from './file-fields';

describe('The files in a field', () => {
  it.each([
    [['icon_file_id'], 'a', ['a']],
    [['file_id'], 'a', ['a']],
    [['slides', 'key', 'image_file_id'], 'a', ['a']],
    [['icon_file_id'], null, []],
    [['slides', 'key'], { key: 'k', image_file_id: 'a', title: { 'en-US': 'A' } }, ['a']],
    [['slides', 'key'], undefined, []],
    [['profile_id'], 'a', []],
    [['tags'], ['file_id'], []],
  ])('are those that it names: %j, %j', (path, value, files) => {
    expect(filesIn(path, value)).toEqual(files);
  });

  it('are all that there is in a field of one', () => {
    expect(isFileField(['slides', 'key', 'image_file_id'])).toBe(true);
    expect(isFileField(['slides', 'key'])).toBe(false);
    expect(isFileField([])).toBe(false);
  });
});
