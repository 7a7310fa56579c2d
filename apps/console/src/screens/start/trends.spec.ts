import { growth, rangeOf } from './trends';

const NOW = new Date('2026-11-27T17:45:12.345Z');

describe('The periods of the dashboard', () => {
  it('are whole days of the zone, today included', () => {
    expect(rangeOf('7', NOW, 'UTC')).toEqual({
      interval: 'day',
      from: '2026-11-21T00:00:00.000Z',
      to: '2026-11-27T00:00:00.001Z',
    });
    // In Shanghai it is the 28th already.
    expect(rangeOf('7', NOW, 'Asia/Shanghai')).toEqual({
      interval: 'day',
      from: '2026-11-21T16:00:00.000Z',
      to: '2026-11-27T16:00:00.001Z',
    });
  });

  it('are 24 hours for a day, that which runs included', () => {
    const { interval, from, to } = rangeOf('1', NOW, 'Asia/Shanghai');
    expect([interval, from, to]).toEqual(['hour', '2026-11-26T18:00:00.000Z', '2026-11-27T18:00:00.000Z']);
  });
});

describe('Growth', () => {
  it('is told of what there was before', () => {
    expect(growth(120, 100)).toBeCloseTo(0.2);
    expect(growth(50, 100)).toBe(-0.5);
    expect(growth(3, 0)).toBeNull();
  });
});
