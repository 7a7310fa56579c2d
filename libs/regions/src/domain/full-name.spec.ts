import { fullName } from './full-name';

describe('fullName', () => {
  it('goes from the largest down without separators in Chinese and Japanese', () => {
    expect(fullName(['浙江省', '杭州市', '西湖区'], 'zh-CN')).toBe('浙江省杭州市西湖区');
    expect(fullName(['中国', '浙江省'], 'ja-JP')).toBe('中国浙江省');
    expect(fullName(['コートジボワール'], 'ja-JP')).toBe('コートジボワール');
  });

  it('puts a space next to a name in another script', () => {
    expect(fullName(['日本', 'Tôkyô'], 'zh-CN')).toBe('日本 Tôkyô');
    expect(fullName(['刚果（金）', 'Kinshasa'], 'zh-CN')).toBe('刚果（金） Kinshasa');
  });

  it('goes from the smallest up with commas in English', () => {
    expect(fullName(['China', 'Zhejiang', 'Hangzhou'], 'en-US')).toBe('Hangzhou, Zhejiang, China');
  });
});
