import fc from 'fast-check';
import { healthOf } from './health-gate';

const gate = (maxFailurePercent: number, minReports = 10) => ({
  gate: { maxFailurePercent, minReports, windowMinutes: 60, action: 'pause' as const },
  installations: null,
});

describe('Health', () => {
  it.each([
    [5, 0, 0, 'fine'],
    [5, 0, 1_000, 'fine'],
    [5, 5, 100, 'fine'],
    [5, 6, 100, 'failing'],
    [5, 9, 9, 'suspect'],
    [5, 10, 10, 'failing'],
    [0, 1, 10, 'failing'],
    [0, 0, 10, 'fine'],
    [100, 10, 10, 'fine'],
    [0.29, 29, 10_000, 'fine'],
    [0.29, 30, 10_000, 'failing'],
    [1.1, 11, 1_000, 'fine'],
  ])('bears %d %%: %d failures of %d are %s', (maxFailurePercent, failures, reports, health) => {
    expect(healthOf({ ...gate(maxFailurePercent), failures, reports })).toBe(health);
  });

  it.each([
    [10, 1_000, 'failing'],
    [10, 1_001, 'fine'],
    [9, 901, 'fine'],
    [10, 0, 'failing'],
  ])('with %d failures of %d installations that reported anything is %s', (failures, installations, health) => {
    expect(healthOf({ ...gate(5), failures, reports: 10, installations })).toBe(health);
  });

  it('never improves with a failure, nor worsens with a success', () => {
    const order = ['fine', 'suspect', 'failing'];
    const nat = fc.nat(500);
    const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(percent, nat, nat, fc.integer({ min: 1, max: 50 }), (max, failures, successes, minReports) => {
        const at = (failed: number, succeeded: number) =>
          healthOf({ ...gate(max, minReports), failures: failed, reports: failed + succeeded });
        const [now, worse, better] = [
          at(failures, successes),
          at(failures + 1, successes),
          at(failures, successes + 1),
        ].map((health) => order.indexOf(health));
        expect(worse).toBeGreaterThanOrEqual(now!);
        // A success may be the report that was missing, but never makes a fine release fail.
        if (now === 0) expect(better).toBe(0);
      }),
    );
  });
});
