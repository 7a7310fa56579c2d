import { Sweeps } from '@libs/foundation';
import { Client } from 'pg';
import { aDeviceKey, anEmail, eventually, startTestApi, type TestApi } from '../../support/api';
import { userIdOf } from '../support/account';
import { outboxSettled } from '../support/journey';
import { FOREIGN, from, OWN, type Registrations, registrationsOf } from '../support/registrations';
import { later } from '../../support/time-travel';

/** An address is registered and confirmed late, or from an installation that did not register it. */
describe('A registration that is confirmed late', () => {
  let api: TestApi;
  let registrations: Registrations;
  /** Blocks a sweep. */
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi();
    registrations = registrationsOf(api);
    client = new Client({ connectionString: api.urls.superuserUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await api.close();
  });

  const sweep = async () => {
    await api.get(Sweeps).runAll();
  };

  describe('when the request of its owner has served its time', () => {
    const keyless = {};
    it.each([
      ['without a key, and confirmed without one', keyless, keyless],
      ['without a key, and confirmed with one', keyless, from(aDeviceKey())],
      ['with a key, and confirmed without one', from(aDeviceKey()), keyless],
      ['with a key, and confirmed with another', from(aDeviceKey()), from(aDeviceKey())],
    ])('takes no password of a stranger who came meanwhile %s', async (_how, stranger, owner) => {
      const email = anEmail();
      await registrations.register(email, OWN);
      await later(api, '6 days');
      await registrations.register(email, FOREIGN, stranger);
      await later(api, '2 days');
      await sweep();
      expect(
        await registrations.sql('SELECT FROM otp_requests WHERE recipient = $1 AND password_hash IS NOT NULL', email),
      ).toHaveLength(1);
      await registrations.resend(email, owner);
      await registrations.confirm(email, owner);
      await registrations.expectPassword(email, null);
    });

    it('takes none either if the stranger registered first, and again later', async () => {
      const email = anEmail();
      await registrations.register(email, FOREIGN);
      await later(api, '1 day');
      await registrations.register(email, OWN);
      await later(api, '6 days');
      await registrations.register(email, FOREIGN);
      await later(api, '2 days');
      await sweep();
      await registrations.resend(email);
      await registrations.confirm(email);
      await registrations.expectPassword(email, null);
    });

    it('takes the password of a new registration after the user was removed', async () => {
      const email = anEmail();
      await registrations.register(email, FOREIGN);
      await later(api, '8 days');
      await sweep();
      await registrations.register(email, OWN);
      await registrations.confirm(email);
      await registrations.expectPassword(email, OWN);
    });

    it('takes the one password although codes were requested repeatedly in that time', async () => {
      const email = anEmail();
      await registrations.register(email, OWN);
      await later(api, '6 days');
      await registrations.resend(email);
      await later(api, '23 hours');
      await sweep();
      await registrations.resend(email);
      await registrations.confirm(email);
      await registrations.expectPassword(email, OWN);
    });
  });

  describe('with a key that no request names', () => {
    it('takes none of requests that named none: a client that was updated since looks like a stranger', async () => {
      const email = anEmail();
      await registrations.register(email, OWN);
      await registrations.register(email, OWN);
      await registrations.confirm(email, from(aDeviceKey()));
      await registrations.expectPassword(email, null);
    });

    it.each([
      ['another key, and another password', FOREIGN, from(aDeviceKey())],
      ['another key, and the same password', OWN, from(aDeviceKey())],
      ['no key, and another password', FOREIGN, {}],
    ])('takes none where a second request is pending, with %s', async (_how, password, headers) => {
      for (const isFirst of [true, false]) {
        const email = anEmail();
        const requests = [
          () => registrations.register(email, OWN),
          () => registrations.register(email, password, headers),
        ];
        if (isFirst) requests.reverse();
        for (const request of requests) await request();
        await later(api, '61 seconds');
        await registrations.resend(email, from(aDeviceKey()));
        await registrations.confirm(email, from(aDeviceKey()));
        await registrations.expectPassword(email, null);
      }
    });

    it('takes none of a request that named another', async () => {
      const email = anEmail();
      await registrations.register(email, FOREIGN, from(aDeviceKey()));
      await registrations.confirm(email, from(aDeviceKey()));
      await registrations.expectPassword(email, null);
    });

    it('takes that of its own request, whoever registered before or after without a key', async () => {
      const email = anEmail();
      const own = from(aDeviceKey());
      await registrations.register(email, FOREIGN);
      await registrations.register(email, OWN, own);
      await registrations.register(email, FOREIGN);
      await registrations.confirm(email, own);
      await registrations.expectPassword(email, OWN);
    });
  });

  it('survives the sweep that is removing the user of an older one, and makes a new user', async () => {
    const email = anEmail();
    await registrations.register(email, OWN);
    const userId = await userIdOf(api, email);
    await later(api, '16 days');
    // By then the message of the older one is gone, too: the new one comes with its own.
    await api.get(Sweeps).run('outbox.completed_messages', Infinity, 0);
    await client.query('BEGIN; LOCK TABLE otp_requests IN SHARE MODE');
    const { rowCount } = await client.query(
      `WITH request AS (
         INSERT INTO otp_requests
         SELECT (jsonb_populate_record(r, jsonb_build_object(
                  'id', gen_random_uuid(), 'created_at', now(), 'processed_at', NULL, 'user_id', NULL))).*
           FROM otp_requests r WHERE recipient = $1 RETURNING tenant_id, id, app_id)
       INSERT INTO outbox_messages (tenant_id, id, app_id, type, data, lane)
       SELECT tenant_id, gen_random_uuid(), app_id, 'iam.otp_requested', jsonb_build_object('request_id', id),
              'codes.requests'
         FROM request`,
      [email],
    );
    expect(rowCount).toBe(1);
    const swept = api.get(Sweeps).run('iam.unconfirmed_users', Infinity, 0);
    await eventually(async () => {
      const waiting = await registrations.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND pid <> pg_backend_pid() AND query LIKE '%DELETE FROM otp_requests%'`,
      );
      return waiting.length > 0;
    });
    await client.query('COMMIT');
    expect(await swept).toMatchObject({ rows: 1, error: null });
    await outboxSettled(api);
    expect(await userIdOf(api, email)).not.toBe(userId);
    expect(await api.mailsTo(email)).toHaveLength(2);
    await registrations.confirm(email);
    await registrations.expectPassword(email, OWN);
  });
});
