import { newId } from '@libs/kernel';
import { suiteOwner } from '../admin/support/admin';
import { aTenant } from '../admin/support/tenants';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { apiClients, askForToken, type NewApiClient, oauth } from './support/clients';

const TYPE = 'api_client_authentication_failed';

interface Failed {
  readonly ip: string;
  readonly user: null;
  readonly app_id: null;
  readonly user_agent: string;
  readonly details: {
    readonly api_client_id: string;
    readonly reason: string;
    readonly failures: number;
    readonly several_addresses: boolean;
    readonly last_at: string;
  };
}

describe('Failed authentications of an API client', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  const owner = suiteOwner(api);
  const clients = apiClients(owner);

  /** Addresses are counted for a minute, in buckets that others may fall into. */
  const forget = () => queryAs(api.urls.superuserUrl, 'DELETE FROM api_client_failures');
  beforeEach(forget);

  const wrong = ({ client_id }: { client_id: string }) => ({ client_id, client_secret: 'aks_wrong' });
  const from = (address: string) => ({ 'X-Forwarded-For': address, 'User-Agent': 'curl/8' });
  /** Of the client, as its administrators see them, newest first. */
  const eventsOf = async ({ id }: NewApiClient, admin = owner) => {
    const { body } = await admin.get(`security/events?type=${TYPE}&page_size=100`).expect(200);
    return (body.data.items as Failed[]).filter(({ details }) => details.api_client_id === id);
  };
  const eventRows = async () => {
    const [row] = await queryAs<{ count: number }>(
      api.urls.superuserUrl,
      `SELECT count(*)::int FROM security_events WHERE type = '${TYPE}'`,
    );
    return row!.count;
  };

  it('are one security event of an hour for each address, with how many there were', async () => {
    const client = await clients.create({ name: 'Builds' });
    for (let n = 0; n < 3; n++) await askForToken(api, wrong(client), {}, from('203.0.113.1')).expect(401);
    await oauth(api, 'introspect', { ...wrong(client), token: 'x' }, from('203.0.113.1')).expect(401);
    await oauth(api, 'revoke', { ...wrong(client), token: 'x' }, from('203.0.113.1')).expect(401);
    // At a full hour there may be two.
    const events = await eventsOf(client);
    expect(events.reduce((sum, { details }) => sum + details.failures, 0)).toBe(5);
    expect(events[0]).toMatchObject({
      type: TYPE,
      user: null,
      app_id: null,
      ip: '203.0.113.1',
      user_agent: 'curl/8',
      session_id: null,
      details: {
        api_client_id: client.id,
        name: 'Builds',
        reason: 'wrong_secret',
        several_addresses: false,
        last_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      },
    });
  });

  it('tell why, where the secret was right', async () => {
    const client = await clients.create({ allowed_cidrs: ['203.0.113.0/24'] });
    const reasons = async () => (await eventsOf(client)).map(({ details }) => details.reason).sort();
    await askForToken(api, client, {}, from('198.51.100.1')).expect(401);
    expect(await reasons()).toEqual(['address_denied']);
    await clients.move(client.id, 'disable');
    await askForToken(api, client, {}, from('203.0.113.1')).expect(401);
    expect(await reasons()).toEqual(['address_denied', 'disabled']);
    await clients.move(client.id, 'enable');
    await queryAs(api.urls.superuserUrl, `UPDATE api_clients SET expires_at = now() WHERE id = $1`, [client.id]);
    await askForToken(api, client, {}, from('203.0.113.1')).expect(401);
    expect(await reasons()).toEqual(['address_denied', 'disabled', 'expired']);
    await queryAs(api.urls.superuserUrl, 'DELETE FROM api_client_secrets WHERE client_id = $1', [client.id]);
    await askForToken(api, client, {}, from('203.0.113.1')).expect(401);
    expect(await reasons()).toContain('wrong_secret');
  });

  it('are eight events of an hour at most, from however many addresses, and no address writes without end', async () => {
    const client = await clients.create();
    const guesses = Array.from({ length: 200 }, (_, n) => askForToken(api, wrong(client), {}, from(`20.0.${n}.1`)));
    for (const { status } of await Promise.all(guesses)) expect([401, 429]).toContain(status);
    const events = await eventsOf(client);
    // Two hours' worth, at a full hour.
    expect(events.length).toBeLessThanOrEqual(16);
    expect(events.some(({ details }) => details.several_addresses)).toBe(true);
    await forget();
    const flood = await clients.create();
    await Promise.all(Array.from({ length: 60 }, () => askForToken(api, wrong(flood), {}, from('21.0.0.1'))));
    const counted = (await eventsOf(flood)).reduce((sum, { details }) => sum + details.failures, 0);
    expect(counted).toBe(30);
  });

  it('are seen by the administrators of its tenant alone, and unknown clients leave nothing', async () => {
    const other = await aTenant(api);
    const theirs = await apiClients(other.owner.client).create();
    await askForToken(api, wrong(theirs), {}, from('203.0.113.2')).expect(401);
    expect(await eventsOf(theirs)).toEqual([]);
    expect(await eventsOf(theirs, other.owner.client)).toHaveLength(1);
    const before = await eventRows();
    for (const client_id of [newId(), 'not an id', 'x'.repeat(5_000)]) {
      await askForToken(api, wrong({ client_id }), {}, from('203.0.113.3')).expect(401);
    }
    expect(await eventRows()).toBe(before);
  });

  it('are kept in so many rows, however many ids and addresses are made up', async () => {
    const guesses = Array.from({ length: 300 }, (_, n) =>
      askForToken(api, wrong({ client_id: newId() }), {}, from(`22.${n >> 8}.${n & 0xff}.1`)).expect(401),
    );
    await Promise.all(guesses);
    const [row] = await queryAs<{ longest: number }>(
      api.urls.superuserUrl,
      'SELECT max(length(key))::int AS longest FROM api_client_failures',
    );
    // What kind, and 20 bits of a hash: two million rows.
    expect(row).toEqual({ longest: 3 });
  });
});
