import { LastIdentifierError } from './iam.errors';
import { LoginIdentifier, successorOf } from './login-identifier';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const OWNER = { tenantId: '01980000-0000-7000-8000-000000000001', id: '01980000-0000-7000-8000-000000000002' };

function anIdentifier({ isPrimary = false, verified = true } = {}): LoginIdentifier {
  const identifier = new LoginIdentifier(OWNER, 'email', 'member@example.com', NOW, isPrimary);
  if (verified) identifier.verify(NOW);
  return identifier;
}

describe('the successor of a login identifier', () => {
  it('is the oldest other one that is verified', () => {
    const [unverified, second, third] = [anIdentifier({ verified: false }), anIdentifier(), anIdentifier()];
    const primary = anIdentifier({ isPrimary: true });
    expect(successorOf(primary, [unverified, primary, second, third])).toBe(second);
  });

  it('is nobody where the primary one stays', () => {
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
