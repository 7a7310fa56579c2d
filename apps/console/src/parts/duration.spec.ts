import { formatDuration } from './duration';

describe('A duration', () => {
  it.each([
    [0, 'en-US', '0 ms'],
    [84, 'en-US', '84 ms'],
    [600_000, 'en-US', '10 min'],
    [5_400_000, 'en-US', '1.5 hr'],
    [86_400_000, 'en-US', '1 day'],
    [600_000, 'zh-CN', '10分钟'],
  ])('is told in its largest unit: %d', (milliseconds, locale, text) => {
    expect(formatDuration(milliseconds, locale)).toBe(text);
  });

  it('is told in words', () => expect(formatDuration(21_600_000, 'en-US', 'long')).toBe('6 hours'));
});
