import { formatDuration } from './duration';

describe('A duration', () => {
  it.each([
    [0, 'en-US', '0 milliseconds'],
    [84, 'en-US', '84 milliseconds'],
    [600_000, 'en-US', '10 minutes'],
    [5_400_000, 'en-US', '1.5 hours'],
    [86_400_000, 'en-US', '1 day'],
    [600_000, 'zh-CN', '10分钟'],
  ])('is told in its largest unit: %d', (milliseconds, locale, text) => {
    expect(formatDuration(milliseconds, locale)).toBe(text);
  });
});
