import { leastHold } from '../../support/event-loop';
import { suiteApi } from '../../support/suite';
import { inboxes } from '../support/inbox';

/** Generous: client and server share the loop here. */
const MAX_HOLD_MS = 200;

describe('The inbox of a member', () => {
  const api = suiteApi();
  const on = inboxes(api);

  it('ends a page early where texts are long, goes on from there, and serves others meanwhile', async () => {
    const { me, userId } = await on.aMemberOf({ display_name: '&<>*'.repeat(12) });
    const body = { 'en-US': '{{display_name}}](<'.repeat(526) };
    const messages = on.several(60, { body, messageType: 'private' });
    await on.deliver(userId, ...messages);
    await on.page(me, '?limit=100');
    let seen: string[] = [];
    const held = await leastHold(MAX_HOLD_MS, async () => {
      seen = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const found = await on.page(me, `?limit=100&unread=true${cursor && `&cursor=${cursor}`}`);
        expect(found.items.length).toBeLessThan(10);
        seen.push(...found.items.map(({ id }) => id));
        cursor = found.next_cursor;
      }
    });
    expect(seen).toEqual(messages.map(({ publicationId }) => publicationId).toReversed());
    expect(held).toBeLessThan(MAX_HOLD_MS);
  });
});
