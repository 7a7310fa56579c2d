import { IamStateError } from './accounts.errors';
import { AppMembership } from './app-membership';

const NOW = new Date('2026-11-21T09:00:00Z');

function aMembership(): AppMembership {
  return new AppMembership({ tenantId: 'tenant', appId: 'app' }, 'user', NOW);
}

describe('AppMembership', () => {
  it('is active again after a suspension ends', () => {
    const membership = aMembership();
    membership.activate(NOW);
    membership.suspend();
    expect(membership.status).toBe('suspended');
    membership.reinstate();
    expect(membership).toMatchObject({ status: 'active', joinedAt: NOW });
  });

  it('is pending again when it was suspended while pending', () => {
    const membership = aMembership();
    membership.suspend();
    expect(membership.activate(NOW)).toBe(false);
    membership.reinstate();
    expect(membership).toMatchObject({ status: 'pending_verification', joinedAt: null });
  });

  it('refuses to be suspended twice, and to be reinstated without a suspension', () => {
    const membership = aMembership();
    expect(() => membership.reinstate()).toThrow(IamStateError);
    membership.suspend();
    expect(() => membership.suspend()).toThrow(IamStateError);
  });
});
