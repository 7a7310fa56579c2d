import fc from 'fast-check';
import { devicesWithin, MARKS, percentOf, stopOf, STOPS } from './rollout-scale';

describe('The scale of a rollout', () => {
  it('goes from a hundredth of a per cent to all, upwards, in steps that the API takes', () => {
    expect([STOPS[0], STOPS.at(-1)]).toEqual([0.01, 100]);
    expect([...STOPS].sort((a, b) => a - b)).toEqual(STOPS);
    expect(new Set(STOPS).size).toBe(STOPS.length);
    expect(STOPS.filter((stop) => percentOf(String(stop)) !== stop)).toEqual([]);
  });

  it('stops at each mark, and finds each stop again', () => {
    expect(MARKS.map((mark) => STOPS[stopOf(mark)])).toEqual(MARKS);
    expect(STOPS.map(stopOf)).toEqual(STOPS.map((_, at) => at));
  });

  it('shows a greater share never further left', () => {
    const share = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(share, share, (a, b) => {
        expect(stopOf(Math.min(a, b))).toBeLessThanOrEqual(stopOf(Math.max(a, b)));
      }),
    );
  });

  it.each([
    ['12.5', 12.5],
    ['0,01', 0.01],
    ['33.333', 33.33],
    [' 100 ', 100],
    ['', null],
    ['0', null],
    ['0.004', null],
    ['100.01', null],
    ['ten', null],
  ])('reads %j as %s', (text, percent) => expect(percentOf(text)).toBe(percent));

  it('estimates devices', () => expect(devicesWithin(4_960, 25)).toBe(1_240));
});
