import { detailsOf, shortOf } from './event-details';

describe('The details of a security event', () => {
  it('are told by what they are, and what is unknown is left out', () => {
    const details = {
      ...{ api_client_id: '0192f0c1', name: 'Shop', reason: 'expired', failures: 3, several_addresses: true },
      ...{ last_at: '2026-11-28T10:00:00.000Z', model: null, more: { a: 1 } },
    };
    expect(detailsOf(details).map(({ kind, name }) => `${name} ${kind}`)).toEqual([
      'api_client_id id',
      'name text',
      'reason word',
      'failures number',
      'several_addresses flag',
      'last_at instant',
      'more text',
    ]);
  });

  it('in short are those that tell an event from others, the weightiest first', () => {
    const details = { device_id: 'x', platform: 'android', model: 'Pixel 9', count: 2, reason: 'logout' };
    expect(shortOf(details).map(({ name }) => name)).toEqual(['reason', 'model', 'platform', 'count']);
  });
});
