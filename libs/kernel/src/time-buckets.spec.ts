import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { isLong, rounds } from '../../../test/support/rounds';
import { type BucketInterval, bucketEdges, dayIn } from './time-buckets';

const HOUR = 3_600_000;
const ALL_ZONES = Intl.supportedValuesOf('timeZone');
/** Each takes a while to be known: all of them before a release, else others in each run. */
const ZONES = isLong ? ALL_ZONES : Array.from({ length: 60 }, () => ALL_ZONES[randomInt(ALL_ZONES.length)]!);

const edgesOf = (zone: string, interval: BucketInterval, from: string, to: string, most = 400) =>
  bucketEdges(zone, interval, new Date(from), new Date(to), most).map((edge) => edge.toISOString().slice(0, 16));

const formats = new Map<string, Intl.DateTimeFormat>();

/** What Intl itself shows, in another way than the program asks it. */
function shown(zone: string, instant: number) {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(zone, format);
  const [date = '', time = ''] = format.format(instant).split(' ');
  return { date, isFullHour: time.endsWith(':00:00') };
}

describe('Buckets of time', () => {
  it('are the days of a time zone, 23 and 25 hours long where the clock is changed', () => {
    expect(edgesOf('Europe/Berlin', 'day', '2026-03-27T23:00Z', '2026-03-30T22:00Z')).toEqual([
      ...['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00', '2026-03-30T22:00'],
    ]);
    expect(edgesOf('Europe/Berlin', 'day', '2026-10-24T22:00Z', '2026-10-26T00:00Z')).toEqual([
      ...['2026-10-24T22:00', '2026-10-25T23:00', '2026-10-26T23:00'],
    ]);
  });

  it('have the day of their beginning, and of every instant in them', () => {
    expect(dayIn('Asia/Shanghai', new Date('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20');
    expect(dayIn('Asia/Shanghai', new Date('2026-11-20T16:00Z'))).toBe('2026-11-21');
    expect(dayIn('America/St_Johns', new Date('2027-01-01T03:29Z'))).toBe('2026-12-31');
    expect(dayIn('UTC', new Date('2026-01-01T00:00Z'))).toBe('2026-01-01');
  });

  it('are its hours, of which none is missing and none is twice as long', () => {
    expect(edgesOf('Europe/Berlin', 'hour', '2026-10-24T22:00Z', '2026-10-25T23:00Z')).toHaveLength(26);
    expect(edgesOf('Europe/Berlin', 'hour', '2026-03-28T23:00Z', '2026-03-29T22:00Z')).toHaveLength(24);
    expect(edgesOf('Asia/Kolkata', 'hour', '2026-11-22T18:30Z', '2026-11-22T20:00Z')).toEqual([
      ...['2026-11-22T18:30', '2026-11-22T19:30', '2026-11-22T20:30'],
    ]);
    expect(edgesOf('Asia/Kolkata', 'day', '2026-11-22T00:00Z', '2026-11-22T18:31Z')).toEqual([
      ...['2026-11-21T18:30', '2026-11-22T18:30', '2026-11-23T18:30'],
    ]);
  });

  it('begin where a day does that has no midnight', () => {
    expect(edgesOf('Asia/Beirut', 'day', '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual([
      ...['2026-03-27T22:00', '2026-03-28T22:00', '2026-03-29T21:00'],
    ]);
  });

  it('are whole where the range is not, and end before its end', () => {
    expect(edgesOf('UTC', 'day', '2026-11-22T10:00Z', '2026-11-23T00:00Z')).toEqual([
      ...['2026-11-22T00:00', '2026-11-23T00:00'],
    ]);
    expect(edgesOf('UTC', 'hour', '2026-11-22T10:59:59.999Z', '2026-11-22T11:00:00.001Z')).toEqual([
      ...['2026-11-22T10:00', '2026-11-22T11:00', '2026-11-22T12:00'],
    ]);
  });

  it('stop at one more than there may be', () => {
    expect(edgesOf('UTC', 'hour', '2000-01-01T00:00Z', '9999-01-01T00:00Z', 400)).toHaveLength(402);
    expect(edgesOf('UTC', 'day', '2026-01-01T00:00Z', '2027-02-05T00:00Z', 400)).toHaveLength(401);
  });

  it('are as Intl shows them, in whatever time zone', () => {
    const instant = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2037, 0) });
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        instant,
        fc.integer({ min: 1, max: 72 * HOUR }),
        fc.constantFrom<BucketInterval>('day', 'hour'),
        (zone, from, length, interval) => {
          const edges = bucketEdges(zone, interval, new Date(from), new Date(from + length), 400).map(Number);
          expect(edges[0]).toBeLessThanOrEqual(from);
          expect(edges[1]).toBeGreaterThan(from);
          expect(edges.at(-2)).toBeLessThan(from + length);
          expect(edges.at(-1)).toBeGreaterThanOrEqual(from + length);
          edges.slice(1).forEach((end, index) => {
            const start = edges[index]!;
            const hours = (end - start) / HOUR;
            if (interval === 'day') {
              expect(hours).toBeGreaterThanOrEqual(22);
              expect(hours).toBeLessThanOrEqual(26);
              // All of it is one day, and what is before and after it is another.
              expect(shown(zone, end - 1).date).toBe(shown(zone, start).date);
              expect(shown(zone, start - 1).date).not.toBe(shown(zone, start).date);
              expect(shown(zone, end).date).not.toBe(shown(zone, start).date);
            } else {
              expect([1, 1.5]).toContain(hours);
              expect(shown(zone, start).isFullHour).toBe(true);
            }
          });
        },
      ),
      { numRuns: rounds(1_500) },
    );
  });
});
