import { CONFIRMED_BY, INVITED_BY, KEPT_BY, NOT_STALE_BY, type Trace } from './unconfirmed-user';

describe('An unconfirmed user', () => {
  it.each<[Trace, invited: boolean, confirmed: boolean, kept: boolean, keptBySweep: boolean]>([
    ['role', true, true, true, true],
    ['open_link', true, true, true, true],
    ['disabled_or_deleted', false, true, true, true],
    ['password', false, true, true, true],
    ['verified_identifier', false, true, true, true],
    ['begun_membership', false, false, true, true],
    ['session', false, false, true, true],
    ['security_event', false, false, true, true],
    ['consent', false, false, true, true],
    ['profile', false, false, true, true],
    ['created_lately', false, false, false, true],
    ['requested_lately', false, false, false, true],
  ])('with %s is invited: %p, confirmed: %p, kept: %p, kept by the sweep: %p', (trace, ...expected) => {
    const rules: readonly (readonly Trace[])[] = [INVITED_BY, CONFIRMED_BY, KEPT_BY, NOT_STALE_BY];
    expect(rules.map((rule) => rule.includes(trace))).toEqual(expected);
  });
});
