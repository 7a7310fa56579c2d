import { domainEvent, tenantEvent } from './domain-event';
import type { DelayedEvent } from './outbox';

interface Tea {
  readonly tenantId: string;
  readonly appId: string;
  readonly id: string;
}

const tea: Tea = { tenantId: 'tenant', appId: 'app', id: 'tea' };
const at = new Date('2026-01-01T00:00:00Z');

class TeaServed extends domainEvent('tea.served', ({ id }: Tea, cups: number) => ({ tea_id: id, cups })) {}

class TeaDue extends domainEvent(
  'tea.due',
  ({ id }: Tea, _deliverAt: Date) => ({ tea_id: id }),
  ({ appId }, deliverAt) => ({ lane: `tea:${appId}`, deliverAt }),
) {}

class KitchenClosed extends tenantEvent('kitchen.closed', (_tenant: { tenantId: string }, reason: string) => ({
  reason,
})) {}

describe('A domain event', () => {
  it('tells what it is made of, and where it happened', () => {
    expect({ ...new TeaServed(tea, 2) }).toEqual({
      type: 'tea.served',
      tenantId: 'tenant',
      appId: 'app',
      data: { tea_id: 'tea', cups: 2 },
    });
  });

  it('has the lane and the time that follow from it', () => {
    const due: DelayedEvent = new TeaDue(tea, at);
    expect({ ...due }).toEqual({
      type: 'tea.due',
      tenantId: 'tenant',
      appId: 'app',
      data: { tea_id: 'tea' },
      lane: 'tea:app',
      deliverAt: at,
    });
  });

  it('of a tenant happens in no App, not even where what it is made of belongs to one', () => {
    expect(new KitchenClosed(tea, 'late')).toMatchObject({ tenantId: 'tenant', appId: null, data: { reason: 'late' } });
  });

  it('has a class that says its type', () => {
    expect([TeaServed.type, TeaDue.type, KitchenClosed.type]).toEqual(['tea.served', 'tea.due', 'kitchen.closed']);
  });
});
