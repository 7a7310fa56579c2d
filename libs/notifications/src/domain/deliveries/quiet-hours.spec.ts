import fc from 'fast-check';
import type { QuietHours } from '../preferences/notification-preferences';
import { quietUntil } from './quiet-hours';

const AT_NIGHT: QuietHours = { enabled: true, start: '22:00', end: '08:00', timeZone: null };

const until = (now: string, quiet: Partial<QuietHours> = {}, userTimeZone: string | null = null) =>
  quietUntil({ ...AT_NIGHT, ...quiet }, userTimeZone, new Date(now))?.toISOString() ?? null;

describe('Quiet hours', () => {
  it.each([
    ['2026-03-03T21:59:59.999Z', null],
    ['2026-03-03T22:00:00.000Z', '2026-03-04T08:00:00.000Z'],
    ['2026-03-03T23:59:59.999Z', '2026-03-04T08:00:00.000Z'],
    ['2026-03-04T00:00:00.000Z', '2026-03-04T08:00:00.000Z'],
    ['2026-03-04T07:59:59.999Z', '2026-03-04T08:00:00.000Z'],
    ['2026-03-04T08:00:00.000Z', null],
  ])('over midnight hold at %s until %s', (now, end) => {
    expect(until(now)).toBe(end);
  });

  it.each([
    ['2026-03-03T11:59:00Z', null],
    ['2026-03-03T12:00:00Z', '2026-03-03T13:30:00.000Z'],
    ['2026-03-03T13:29:59Z', '2026-03-03T13:30:00.000Z'],
    ['2026-03-03T13:30:00Z', null],
  ])('within a day hold at %s until %s', (now, end) => {
    expect(until(now, { start: '12:00', end: '13:30' })).toBe(end);
  });

  it('do not hold when they are switched off', () => {
    expect(until('2026-03-03T23:00:00Z', { enabled: false })).toBeNull();
  });

  it('are those of their own time zone, else of the user’s, else of UTC', () => {
    expect(until('2026-03-03T14:30:00Z', { timeZone: 'Asia/Shanghai' }, 'Europe/Berlin')).toBe(
      '2026-03-04T00:00:00.000Z',
    );
    expect(until('2026-03-03T21:30:00Z', {}, 'Europe/Berlin')).toBe('2026-03-04T07:00:00.000Z');
    expect(until('2026-03-03T21:30:00Z')).toBeNull();
    expect(until('2026-03-03T16:20:00Z', { timeZone: 'Asia/Kathmandu' })).toBe('2026-03-04T02:15:00.000Z');
    expect(until('2026-03-03T23:30:00Z', { timeZone: 'Mars/Olympus' })).toBe('2026-03-04T08:00:00.000Z');
  });

  it('end an hour earlier or later by UTC in the night in which clocks are changed', () => {
    const berlin = { timeZone: 'Europe/Berlin' };
    expect(until('2026-03-28T22:00:00Z', berlin)).toBe('2026-03-29T06:00:00.000Z');
    expect(until('2026-10-24T21:00:00Z', berlin)).toBe('2026-10-25T07:00:00.000Z');
  });

  it('that would end in an hour that is skipped end when it is', () => {
    expect(until('2026-03-29T00:00:00Z', { timeZone: 'Europe/Berlin', end: '02:30' })).toBe('2026-03-29T01:00:00.000Z');
  });

  it('that end in an hour that comes twice end both times', () => {
    const quiet = { timeZone: 'Europe/Berlin', end: '02:30' };
    expect(until('2026-10-24T23:00:00Z', quiet)).toBe('2026-10-25T00:30:00.000Z');
    expect(until('2026-10-25T00:45:00Z', quiet)).toBeNull();
    expect(until('2026-10-25T01:00:00Z', quiet)).toBe('2026-10-25T01:30:00.000Z');
  });

  it('end at the first minute at which a clock on the wall shows a time outside of them', () => {
    const zones = [
      'UTC',
      'Asia/Shanghai',
      'Europe/Berlin',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
    ];
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    const shown = ([hours, minutes]: readonly [number, number]) =>
      `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        time,
        time,
        // The nights around changes of clocks, and others.
        fc.constantFrom(
          '2026-03-08',
          '2026-03-29',
          '2026-04-05',
          '2026-06-01',
          '2026-10-04',
          '2026-10-25',
          '2026-11-01',
        ),
        fc.integer({ min: -24 * 60, max: 24 * 60 }),
        (timeZone, from, to, day, minutes) => {
          const [start, end] = [shown(from), shown(to)];
          fc.pre(start !== end);
          const now = new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000);
          const clock = new Intl.DateTimeFormat('de-DE', { timeZone, hour: '2-digit', minute: '2-digit' });
          const isQuiet = (at: number) => {
            const wall = clock.format(at);
            return start < end ? wall >= start && wall < end : wall >= start || wall < end;
          };
          let expected = now.getTime();
          while (isQuiet(expected)) expected += 60_000;
          const found = quietUntil({ enabled: true, start, end, timeZone }, null, now);
          expect(found?.getTime() ?? now.getTime()).toBe(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});
