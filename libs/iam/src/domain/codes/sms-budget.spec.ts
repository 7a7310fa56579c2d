import fc from 'fast-check';
import { alertAt, budgetWithoutAccountOf, dailyBudgetOf } from './sms-budget';

describe('The daily budget of SMS', () => {
  it('is that of the setting, and 1,000 without a valid setting', () => {
    for (const budget of [0, 1, 250, 1_000_000]) expect(dailyBudgetOf(budget)).toBe(budget);
    for (const setting of [null, undefined, -1, 0.5, '250', true, {}, [5], NaN, Infinity, 1e12]) {
      expect(dailyBudgetOf(setting)).toBe(1_000);
    }
  });

  it.each([
    [0, 0],
    [1, 1],
    [10, 3],
    [70, 21],
    [1_000, 300],
  ])('of %i leaves %i to numbers without an account, unless a setting says otherwise', (budget, part) => {
    expect(budgetWithoutAccountOf(null, budget)).toBe(part);
    expect(budgetWithoutAccountOf(50, budget)).toBe(50);
    expect(budgetWithoutAccountOf('50', budget)).toBe(part);
  });

  it.each([
    [1, 1],
    [2, 2],
    [5, 4],
    [10, 8],
    [1_000, 800],
  ])('of %i is told to run out with code %i', (budget, code) => expect(alertAt(budget)).toBe(code));

  it('is reported before it has run out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (budget) => {
        expect(alertAt(budget)).toBeLessThanOrEqual(budget);
        expect(alertAt(budget)).toBeGreaterThanOrEqual(0.8 * budget);
      }),
    );
  });
});
