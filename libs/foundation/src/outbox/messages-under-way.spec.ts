import type { Logger } from '../logging/logger';
import { MessagesUnderWay } from './messages-under-way';
import type { LanedMessage } from './outbox-message';
import type { Attempt, OutboxStore } from './outbox-store';

describe('MessagesUnderWay', () => {
  it('gives back what is begun while the process ends, instead of handling it', async () => {
    const released: string[] = [];
    const release = (messages: readonly Attempt[]) => {
      released.push(...messages.map(({ id }) => id));
      return Promise.resolve();
    };
    const handled: string[] = [];
    const { promise: handling, resolve: settle } = Promise.withResolvers<void>();
    const deliver = ({ id }: LanedMessage) => {
      handled.push(id);
      return handling;
    };
    const underWay = new MessagesUnderWay({ release } as unknown as OutboxStore, deliver, {} as Logger);
    const message = (id: string) => ({ id, tenantId: 'tenant', attempts: 1, lane: 'mail', lost: 0 }) as LanedMessage;
    void underWay.begin(message('before'));
    const stopped = underWay.stop(60_000);
    await underWay.begin(message('meanwhile'));
    settle();
    await stopped;
    expect(handled).toEqual(['before']);
    expect(released).toEqual(['meanwhile']);
  });
});
