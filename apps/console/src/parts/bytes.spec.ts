import { formatBytes } from './bytes';

describe('formatBytes', () => {
  it.each([
    [0, 'en-US', '0 bytes'],
    [1, 'en-US', '1 byte'],
    [248, 'en-US', '248 bytes'],
    [60 * 1024, 'en-US', '60 kB'],
    [1.5 * 1024 ** 2, 'en-US', '1.5 MB'],
    [248, 'ja-JP', '248 バイト'],
    [248, 'zh-CN', '248字节'],
  ])('%d in %s is %s', (bytes, locale, text) => {
    expect(formatBytes(bytes, locale)).toBe(text);
  });
});
