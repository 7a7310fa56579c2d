import { isMoving, readable, type Delivery } from './delivery-kinds';

const NOW = Date.parse('2026-01-01T00:00:00.000Z');
const DELIVERY = { status: 'pending', next_attempt_at: '2026-01-01T00:00:05.000Z' } as Delivery;

describe('A delivery', () => {
  it.each([
    [{}, true],
    [{ next_attempt_at: null }, true],
    [{ next_attempt_at: '2026-01-01T02:00:00.000Z' }, false],
    [{ status: 'succeeded' as const }, false],
  ])('is asked for again while something becomes of it: %j', (change, moves) => {
    expect(isMoving({ ...DELIVERY, ...change }, NOW)).toBe(moves);
  });

  it('has a body to be read', () => {
    expect(readable('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(readable('<html>')).toBe('<html>');
  });
});
