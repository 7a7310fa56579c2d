import { momentText } from './moment-text';

describe('momentText', () => {
  it('is in the zone that is given', () => {
    expect(momentText('2026-11-27T20:00:00.000Z', 'en-US', 'Asia/Shanghai')).toContain('Nov 28, 2026');
    expect(momentText('2026-11-27T20:00:00.000Z', 'en-US', 'UTC', true)).toContain('UTC');
  });

  it('is there for a zone that nobody knows', () =>
    expect(momentText('2026-11-27T20:00:00.000Z', 'en-US', 'Mars/Base')).toContain('2026'));
});
