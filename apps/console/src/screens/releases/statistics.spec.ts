import type { Statistics } from './release-kinds';
import { rangeFrom, seriesOf } from './statistics';

type Day = Statistics['by_day'][number];
const day = (date: string, platform: Day['platform'], change: Partial<Day>): Day => ({
  ...{ date, platform, offered: 0, download_started: 0, downloaded: 0, installed: 0 },
  ...{ first_run_ok: 0, failed: 0, rolled_back: 0, failure_rate: null, adoption_rate: null },
  ...change,
});

describe('Statistics by day', () => {
  it('have the days without reports, too', () => {
    const { dates, count } = seriesOf([
      day('2026-11-01', 'android', { offered: 2 }),
      day('2026-11-01', 'ios', { offered: 3 }),
      day('2026-11-04', 'android', { offered: 1 }),
    ]);
    expect(dates).toEqual(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']);
    expect(count('offered')).toEqual([5, 0, 0, 1]);
  });

  it('have rates of each platform, and none where nothing is known', () => {
    const { percent } = seriesOf([
      day('2026-11-01', 'android', { failure_rate: 0.25 }),
      day('2026-11-02', 'ios', { failure_rate: 0.5 }),
    ]);
    expect(percent('failure_rate', 'android')).toEqual([25, null]);
    expect(percent('failure_rate', 'ios')).toEqual([null, 50]);
  });

  it('leave days out where a line of years would come of it', () => {
    expect(seriesOf([day('2020-01-01', 'ios', {}), day('2026-11-04', 'ios', {})]).dates).toHaveLength(2);
    expect(seriesOf([]).dates).toEqual([]);
  });

  it('are asked for whole days of UTC, today included', () => {
    const now = new Date('2026-11-27T23:59:00Z');
    expect(rangeFrom('7', now)).toEqual({ from: '2026-11-21', to: '2026-11-27' });
    expect(rangeFrom('all', now)).toEqual({});
  });
});
