import { LastIdentifierError } from './accounts.errors';
import { isTooNew, LoginIdentifier, type LoginIdentifierType, successorOf, toldOfChanges } from './login-identifier';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const OWNER = { tenantId: '01980000-0000-7000-8000-000000000001', id: '01980000-0000-7000-8000-000000000002' };

function anIdentifier({ isPrimary = false, verified = true } = {}): LoginIdentifier {
  const identifier = new LoginIdentifier(OWNER, 'email', 'member@example.com', NOW, isPrimary);
  if (verified) identifier.verify(NOW);
  return identifier;
}

const HOUR_MS = 3_600_000;

/** Proven this many hours ago; null: never. */
function proven(hours: number | null, type: LoginIdentifierType = 'email'): LoginIdentifier {
  const identifier = new LoginIdentifier(OWNER, type, `${type} of ${hours}`, NOW, false);
  if (hours !== null) identifier.verify(new Date(NOW.getTime() - hours * HOUR_MS));
  return identifier;
}

describe('a login identifier', () => {
  it('is too new to vouch for its owner for a day after its proof, if an older one exists', () => {
    const old = proven(100);
    for (const [hours, expected] of [
      [0, true],
      [23.99, true],
      [24, false],
      [99, false],
    ] as const) {
      const identifier = proven(hours);
      expect(isTooNew(identifier, [old, identifier], NOW)).toBe(expected);
    }
    expect(isTooNew(old, [old, proven(1)], NOW)).toBe(false);
  });

  it('is not too new if it is the oldest, or as old as the oldest', () => {
    const [first, second] = [proven(2), proven(1)];
    expect(isTooNew(first, [first, second, proven(null)], NOW)).toBe(false);
    expect(isTooNew(first, [first, proven(2, 'mobile')], NOW)).toBe(false);
    expect(isTooNew(second, [first, second], NOW)).toBe(true);
  });

  it('that is unproven does not vouch while another does', () => {
    const unproven = proven(null);
    expect(isTooNew(unproven, [unproven, proven(1)], NOW)).toBe(true);
    expect(isTooNew(unproven, [unproven], NOW)).toBe(false);
  });
});

describe('a change to the account', () => {
  const told = (...before: LoginIdentifier[]) => toldOfChanges(before, NOW).map(({ value }) => value);

  it('is notified to every proven email address, and then to no number', () => {
    expect(told(proven(50), proven(1), proven(null), proven(60, 'mobile'))).toEqual(['email of 50', 'email of 1']);
    expect(told(proven(50))).toEqual(['email of 50']);
  });

  it('is notified to the numbers if there is no email address, or only a new one', () => {
    expect(told(proven(50, 'mobile'), proven(1, 'mobile'))).toEqual(['mobile of 50', 'mobile of 1']);
    expect(told(proven(50, 'mobile'), proven(null))).toEqual(['mobile of 50']);
    expect(told(proven(50, 'mobile'), proven(1))).toEqual(['mobile of 50', 'email of 1']);
    expect(told()).toEqual([]);
  });
});

describe('the successor of a login identifier', () => {
  it('is the oldest other one that is verified', () => {
    const [unverified, second, third] = [anIdentifier({ verified: false }), anIdentifier(), anIdentifier()];
    const primary = anIdentifier({ isPrimary: true });
    expect(successorOf(primary, [unverified, primary, second, third])).toBe(second);
  });

  it('does not exist if the primary one stays', () => {
    const [primary, other] = [anIdentifier({ isPrimary: true }), anIdentifier()];
    expect(successorOf(other, [primary, other])).toBeNull();
  });

  it('must be verified: otherwise the identifier is the last one', () => {
    const [primary, unverified] = [anIdentifier({ isPrimary: true }), anIdentifier({ verified: false })];
    expect(() => successorOf(primary, [primary, unverified])).toThrow(LastIdentifierError);
    expect(() => successorOf(primary, [primary])).toThrow(LastIdentifierError);
    expect(successorOf(unverified, [primary, unverified])).toBeNull();
  });
});
