import { clockOf, dayOf, formatTime, instantOf, nextDay, startOfDay, timesShown } from './time';

describe('startOfDay', () => {
  it.each([
    ['2026-11-27', 'UTC', '2026-11-27T00:00:00.000Z'],
    ['2026-11-27', 'Asia/Shanghai', '2026-11-26T16:00:00.000Z'],
    ['2026-11-27', 'Asia/Kathmandu', '2026-11-26T18:15:00.000Z'],
    ['2026-11-27', 'Pacific/Kiritimati', '2026-11-26T10:00:00.000Z'],
    ['2026-11-27', 'Pacific/Pago_Pago', '2026-11-27T11:00:00.000Z'],
    // Clocks go forward, and back, in the night.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    // This day has no midnight: it begins at one o'clock.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ])('finds the beginning of %s in %s', (day, zone, instant) => {
    expect(startOfDay(day, zone)).toBe(instant);
    expect(dayOf(instant, zone)).toBe(day);
    expect(dayOf(new Date(Date.parse(instant) - 1).toISOString(), zone)).not.toBe(day);
  });
});

describe('instantOf', () => {
  it.each([
    ['2026-11-27T09:30', 'UTC', '2026-11-27T09:30:00.000Z'],
    ['2026-11-27T09:30', 'Asia/Shanghai', '2026-11-27T01:30:00.000Z'],
    ['2026-03-08T01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    // Clocks show it twice: the first time.
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('finds when clocks show %s in %s', (clock, zone, instant) => {
    expect(instantOf(clock, zone)).toBe(instant);
    expect(clockOf(instant, zone)).toBe(clock);
  });

  it('takes a time that clocks skip as if they did not', () => {
    const instant = instantOf('2026-03-08T02:30', 'America/New_York');
    expect([instant, clockOf(instant, 'America/New_York')]).toEqual(['2026-03-08T07:30:00.000Z', '2026-03-08T03:30']);
  });
});

describe('timesShown', () => {
  it.each([
    ['2026-03-08T02:30', 'America/New_York', 0],
    ['2026-11-01T01:30', 'America/New_York', 2],
    ['2026-11-01T02:00', 'America/New_York', 1],
    ['2026-11-27T09:30', 'Asia/Shanghai', 1],
  ])('of %s in %s are %d', (clock, zone, times) => expect(timesShown(clock, zone)).toBe(times));
});

describe('nextDay', () => {
  it('knows months and years', () => {
    expect(['2026-02-28', '2026-12-31', '2028-02-28'].map(nextDay)).toEqual(['2026-03-01', '2027-01-01', '2028-02-29']);
  });
});

describe('formatTime', () => {
  it('shows an instant in a zone, and what is none as it is', () => {
    expect(formatTime('2026-11-27T13:05:00.000Z', 'zh-CN', 'Asia/Shanghai')).toMatch(/2026年11月27日\s*21:05/);
    expect(formatTime('2026-11-27T13:05:00.000Z', 'en-US', 'Nowhere/Land')).toMatch(/Nov 27, 2026.*13:05/);
    expect(formatTime('soon', 'en-US', 'UTC')).toBe('soon');
  });
});
