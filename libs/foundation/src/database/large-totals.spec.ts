import { LargeTotals } from './large-totals';

const setup = () => {
  const clock = { ms: 1_000, now: () => clock.ms };
  return { clock, totals: new LargeTotals(clock) };
};

describe('LargeTotals', () => {
  it('keeps a total of 100,000 for half a minute from when it was counted', () => {
    const { clock, totals } = setup();
    totals.set(100_000, 'tenant', 'members');
    clock.ms += 30_000;
    expect(totals.get('tenant', 'members')).toBe(100_000);
    clock.ms += 1;
    expect(totals.get('tenant', 'members')).toBeUndefined();
  });

  it('keeps no smaller one, which would be missed', () => {
    const { totals } = setup();
    totals.set(99_999, 'tenant', 'members');
    expect(totals.get('tenant', 'members')).toBeUndefined();
  });

  it('tells tenants and filters apart', () => {
    const { totals } = setup();
    totals.set(100_000, 'tenant', ['active', null]);
    totals.set(200_000, 'tenant', [null, 'active']);
    totals.set(300_000, 'other', ['active', null]);
    expect(totals.get('tenant', ['active', null])).toBe(100_000);
    expect(totals.get('tenant', [null, 'active'])).toBe(200_000);
    expect(totals.get('other', ['active', null])).toBe(300_000);
    expect(totals.get('other', [null, 'active'])).toBeUndefined();
  });
});
