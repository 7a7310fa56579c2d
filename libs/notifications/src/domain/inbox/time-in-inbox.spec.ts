import { isTimeUp } from './time-in-inbox';

const NOW = '2026-11-26T12:00:00Z';
const at = (time: string | null) => time && new Date(time);

describe('The time of a message in inboxes', () => {
  it.each<[what: string, published: string, recalled: string | null, expires: string | null, isUp: boolean]>([
    ['published just now', NOW, null, null, false],
    ['a year old', '2025-11-26T12:00:00Z', null, null, false],
    ['a second older', '2025-11-26T11:59:59Z', null, null, true],
    ['that expires later', '2026-01-01T00:00:00Z', null, '2026-11-26T12:00:01Z', false],
    ['that expires now', '2026-01-01T00:00:00Z', null, NOW, true],
    ['that was recalled', NOW, NOW, null, true],
    ['that was recalled before it expires', NOW, NOW, '2027-01-01T00:00:00Z', true],
    ['that expires after more than a year', '2025-11-01T00:00:00Z', null, '2027-01-01T00:00:00Z', true],
  ])('%s (%s, recalled %s, expires %s) is up: %p', (_, published, recalled, expires, isUp) => {
    const times = {
      publishedAt: new Date(published),
      recalledAt: at(recalled) || null,
      expiresAt: at(expires) || null,
    };
    expect(isTimeUp(times, new Date(NOW))).toBe(isUp);
  });
});
