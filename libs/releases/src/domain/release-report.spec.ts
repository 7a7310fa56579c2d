import { LONGEST_WINDOW_MINUTES } from './release-settings';
import {
  COUNTED_AFTER_DAYS,
  ENDING_STATUSES,
  HAVING_STATUSES,
  KEPT_FOR,
  NETWORK_REPORTS_PER_DAY,
  OLDEST_REPORT_DAYS,
  OUTCOME_STATUSES,
  REPORT_AHEAD_MINUTES,
  REPORT_STATUSES,
  REPORTS_PER_DAY,
  SEEN_AGAIN_AFTER_DAYS,
} from './release-report';

describe('Reports on a release', () => {
  it.each([
    ['offered', null, false],
    ['download_started', null, false],
    ['downloaded', null, false],
    ['installed', 'has it', false],
    ['first_run_ok', 'has it', true],
    ['failed', null, true],
    ['rolled_back', 'has none', false],
  ] as const)('that say %s: of what the device has %p, of its first run %p', (status, device, isOutcome) => {
    expect(REPORT_STATUSES).toContain(status);
    expect([HAVING_STATUSES.includes(status), ENDING_STATUSES.includes(status)]).toEqual([
      device === 'has it',
      device === 'has none',
    ]);
    expect(OUTCOME_STATUSES.includes(status)).toBe(isOutcome);
  });

  it.each([
    ['days after which one is too old', OLDEST_REPORT_DAYS, 30],
    ['minutes by which one may be ahead', REPORT_AHEAD_MINUTES, 5],
    ['days of silence after which a device is seen anew', SEEN_AGAIN_AFTER_DAYS, 7],
    ['days for which a device counts after its last', COUNTED_AFTER_DAYS, 30],
    ['kept of an installation a day', REPORTS_PER_DAY, 200],
    ['kept of a network a day', NETWORK_REPORTS_PER_DAY, 2_000],
    ['kept of outcomes, for', KEPT_FOR.outcomes, '31 days'],
    ['kept, for', KEPT_FOR.reports, '90 days'],
    ['kept of installations, for', KEPT_FOR.installations, '90 days'],
    ['kept of devices, for', KEPT_FOR.devices, '400 days'],
    ['kept of downloads, for', KEPT_FOR.downloads, '2 years'],
  ])('%s: %p', (_rule, value, expected) => expect(value).toBe(expected));

  it('are kept for longer than they can be repeated, and outcomes for longer than any gate looks back', () => {
    expect(parseInt(KEPT_FOR.reports)).toBeGreaterThan(OLDEST_REPORT_DAYS);
    expect(parseInt(KEPT_FOR.outcomes)).toBeGreaterThan(LONGEST_WINDOW_MINUTES / 1_440);
    expect(parseInt(KEPT_FOR.devices)).toBeGreaterThan(COUNTED_AFTER_DAYS + OLDEST_REPORT_DAYS);
  });
});
