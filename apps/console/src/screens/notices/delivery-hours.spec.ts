import { everyHour } from './delivery-hours';

describe('The hours of a delivery', () => {
  const at = (hour: string) => `2026-11-20T${hour}:00:00.000Z`;

  it('have no gaps, and begin with the hour before', () => {
    const eight = { at: at('08'), delivered: 9, read: 1 };
    const ten = { at: at('10'), delivered: 0, read: 2 };
    expect(everyHour([eight, ten])).toEqual([
      { at: at('07'), delivered: 0, read: 0 },
      eight,
      { at: at('09'), delivered: 0, read: 0 },
      ten,
    ]);
    expect(everyHour([])).toEqual([]);
  });

  it('are those with something where they are many', () => {
    const timeline = ['2026-01-01', '2026-06-01'].map((day) => ({ at: `${day}T00:00:00.000Z`, delivered: 1, read: 0 }));
    expect(everyHour(timeline)).toBe(timeline);
  });
});
