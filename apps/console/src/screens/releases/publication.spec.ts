import { handoversOf, needsName, withdrawalsOf, type Place } from './publication';
import type { Considered } from './release-kinds';

const considered = (id: string, version_code: number, change: Partial<Considered> = {}): Considered => ({
  ...{ id, version_name: `1.0.${version_code}`, version_code, upgrade_mode: 'recommended' },
  ...{ rollout_percent: 100, rollout_paused: false, delivery: 'package' },
  ...change,
});
const place = (current: Considered | null, fallback: Considered | null = null): Place => ({
  ...{ platform: 'android', current, fallback },
});
const next = { id: 'next', version_code: 3 };

describe('What a publication does', () => {
  it('makes what everybody has the fallback', () => {
    const before = considered('before', 2);
    expect(handoversOf(next, [place(before, considered('old', 1))])).toEqual([
      { platform: 'android', before, stays: false, isRollback: false, rest: before },
    ]);
  });

  it.each([{ rollout_percent: 99.99 }, { rollout_paused: true }])(
    'keeps the fallback where what is current is held back (%o)',
    (change) => {
      const old = considered('old', 1);
      expect(handoversOf(next, [place(considered('held', 2, change), old)])[0]?.rest).toBe(old);
      expect(handoversOf(next, [place(considered('held', 2, change))])[0]?.rest).toBeNull();
    },
  );

  it('leaves no fallback where nothing was published, or where it was the fallback itself', () => {
    expect(handoversOf(next, [place(null)])[0]).toMatchObject({ before: null, rest: null, isRollback: false });
    const held = considered('held', 4, { rollout_percent: 10 });
    expect(handoversOf(next, [place(held, considered('next', 3))])[0]).toMatchObject({ rest: null, isRollback: true });
  });

  it('changes nothing where the release is current already', () => {
    const old = considered('old', 1);
    const handover = handoversOf(next, [place(considered('next', 3), old)])[0];
    expect(handover).toMatchObject({ stays: true, isRollback: false, rest: old });
  });

  it.each([
    { upgrade_mode: 'forced', rollout_percent: 1, rollout_paused: false, expected: true },
    { upgrade_mode: 'optional', rollout_percent: 100, rollout_paused: false, expected: true },
    { upgrade_mode: 'optional', rollout_percent: 100, rollout_paused: true, expected: false },
    { upgrade_mode: 'silent', rollout_percent: 50, rollout_paused: false, expected: false },
  ] as const)('is asked for by name where all or a forced upgrade are concerned (%o)', ({ expected, ...release }) => {
    expect(needsName(release)).toBe(expected);
  });
});

describe('What a withdrawal leaves', () => {
  it('is nothing where the release was current, and what could be published instead is named', () => {
    const old = considered('old', 1);
    expect(withdrawalsOf('next', [place(considered('next', 3), old)])).toEqual([
      { platform: 'android', held: 'current', current: null, previous: old },
    ]);
  });

  it('is the current one where the release was its fallback', () => {
    const current = considered('current', 4, { rollout_percent: 10 });
    expect(withdrawalsOf('next', [place(current, considered('next', 3))])).toEqual([
      { platform: 'android', held: 'fallback', current, previous: null },
    ]);
  });

  it('says nothing of platforms where others are', () => {
    expect(withdrawalsOf('next', [place(considered('a', 1)), place(null)])).toEqual([]);
  });
});
