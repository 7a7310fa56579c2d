import { Client } from 'pg';
import { suiteOwner } from '../admin/support/admin';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { apiClients, askForToken, type Credentials, serviceClient, tokenOf } from './support/clients';

/** Each asks again as soon as it has its answer. */
const ASKING_AT_ONCE = 4;
const ROUNDS = 5;
const NOTHING = 'notifications/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

describe('The secret of an API client, replaced under load,', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  const clients = apiClients(owner);

  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);

  it('refuses no request during the overlap, with either secret', async () => {
    let known: Credentials[] = [await clients.create()];
    const counts = { granted: 0, refused: 0, used: 0 };
    /** How often each has asked and been answered. */
    const turns = Array.from({ length: ASKING_AT_ONCE }, () => 0);
    let isOver = false;
    const ask = async (turn: number) => {
      for (let n = turn; !isOver; n++) {
        // Old and new by turns, as the instances of a program learn of it one after the other.
        const credentials = known[n % known.length]!;
        const { status, body } = await askForToken(api, credentials);
        counts[status === 200 ? 'granted' : 'refused']++;
        const { status: answered } = await serviceClient(api, (body as { access_token: string }).access_token).get(
          NOTHING,
        );
        counts[answered === 404 ? 'used' : 'refused']++;
        turns[turn]!++;
      }
    };
    const asking = turns.map((_, turn) => ask(turn));
    const more = async (count: number) => {
      const { granted } = counts;
      await eventually(() => Promise.resolve(counts.granted >= granted + count || counts.refused > 0));
    };
    const whatIsUnderWay = async () => {
      const before = [...turns];
      await eventually(() => Promise.resolve(turns.every((now, turn) => now > before[turn]!) || counts.refused > 0));
    };
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await more(20);
        const { client_id, client_secret } = await clients.rotate(known[0]!.client_id, { overlap_seconds: 3_600 });
        // Nobody uses the one before the last any more when the next comes.
        known = [known.at(-1)!, { client_id, client_secret }];
        await more(20);
        known = [known.at(-1)!];
        await whatIsUnderWay();
      }
    } finally {
      isOver = true;
      await Promise.all(asking);
    }
    process.stdout.write(
      `During rotations: ${counts.granted} tokens, ${counts.used} uses, ${counts.refused} refused\n`,
    );
    expect(counts.refused).toBe(0);
    expect(counts.granted).toBeGreaterThan(ROUNDS * 40);
  });

  it('ends by the clock of the database, and with it nothing else', async () => {
    const first = await clients.create();
    const second = await clients.rotate(first.id, { overlap_seconds: 60 });
    const [row] = await rows<{ seconds: number }>(
      `SELECT round(extract(epoch FROM expires_at - created_at))::int AS seconds FROM (
         SELECT o.expires_at, n.created_at FROM api_client_secrets o JOIN api_client_secrets n USING (tenant_id, client_id)
          WHERE client_id = $1 AND o.expires_at IS NOT NULL AND n.expires_at IS NULL) s`,
      [first.id],
    );
    expect(row?.seconds).toBe(60);
    const token = await tokenOf(api, first);
    await rows(
      `UPDATE api_client_secrets SET expires_at = clock_timestamp() + interval '500 ms'
        WHERE client_id = $1 AND expires_at IS NOT NULL`,
      [first.id],
    );
    await eventually(async () => {
      const [{ isOver } = { isOver: false }] = await rows<{ isOver: boolean }>(
        `SELECT expires_at <= clock_timestamp() AS "isOver" FROM api_client_secrets
          WHERE client_id = $1 AND expires_at IS NOT NULL`,
        [first.id],
      );
      return isOver;
    });
    await askForToken(api, first).expect(401);
    await tokenOf(api, second);
    // What was got with it in time is good for its ten minutes.
    await serviceClient(api, token).get(NOTHING).expect(404);
    expect((await clients.read(first.id)).secrets).toHaveLength(1);
  });

  it('without an overlap ends its tokens, too: it may have been stolen', async () => {
    const first = await clients.create();
    const token = await tokenOf(api, first);
    const second = await clients.rotate(first.id);
    await serviceClient(api, token).get(NOTHING).expect(401);
    await askForToken(api, first).expect(401);
    await serviceClient(api, await tokenOf(api, second))
      .get(NOTHING)
      .expect(404);
  });

  it('leaves those worthless that are from before the client was disabled', async () => {
    const client = await clients.create();
    const token = await tokenOf(api, client);
    await clients.move(client.id, 'disable');
    await serviceClient(api, token).get(NOTHING).expect(401);
    await clients.move(client.id, 'enable');
    await serviceClient(api, token).get(NOTHING).expect(401);
    await serviceClient(api, await tokenOf(api, client))
      .get(NOTHING)
      .expect(404);
  });

  it('ends also those that are got while it is under way', async () => {
    const client = await clients.create();
    const lock = new Client({ connectionString: api.urls.superuserUrl });
    await lock.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('SELECT FROM api_clients WHERE id = $1 FOR UPDATE', [client.id]);
      const rotation = clients.rotate(client.id);
      const isWaiting = () =>
        rows(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%api_clients%'`);
      await eventually(async () => (await isWaiting()).length > 0);
      // The old secret is good until the rotation is committed.
      const token = await tokenOf(api, client);
      await lock.query('COMMIT');
      const second = await rotation;
      await serviceClient(api, token).get(NOTHING).expect(401);
      await serviceClient(api, await tokenOf(api, second))
        .get(NOTHING)
        .expect(404);
    } finally {
      await lock.end();
    }
  });
});
