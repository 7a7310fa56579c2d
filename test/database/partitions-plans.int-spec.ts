import type { Database } from '@libs/foundation';
import { newIdAt } from '@libs/kernel';
import pg from 'pg';
import type { LanedMessage } from '../../libs/foundation/src/outbox/outbox-message';
import { OutboxStore } from '../../libs/foundation/src/outbox/outbox-store';
import { Partitions } from '../../libs/foundation/src/outbox/partitions';
import { silent } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';
import { DAY, partitionsIn } from '../support/partitions';

type Statement = readonly [text: string, values: unknown[]];

/** What the store asks for each message that it has taken. */
async function statementsFor(message: LanedMessage): Promise<Statement[]> {
  const asked: Statement[] = [];
  const note = (text: string, values: unknown[]) => {
    asked.push([text, values]);
    return Promise.resolve([]);
  };
  const write = (_tenantId: string, text: string, values: unknown[]) => note(text, values);
  const runAsSystem = (work: () => unknown) => work();
  const store = new OutboxStore({ query: note, withCommit: note, write, runAsSystem } as unknown as Database);
  await store.begin(message.tenantId, message.id, 1);
  await store.extend([message]);
  await store.complete(message);
  await store.fail(message, 'test', 1);
  return asked;
}

describe('Plans that a connection keeps, of a table with partitions that were empty', () => {
  let at: TestOutbox;

  beforeEach(async () => {
    at = await startTestOutbox();
  });
  afterEach(() => at.close());

  const { query, partitionsOf } = partitionsIn(() => at);

  it('read by indexes what comes later, whoever has analyzed the database', async () => {
    await query(`UPDATE partitioned_tables SET ahead = ahead + 6 * width`);
    const keep = () => new Partitions(at.test.database, silent).keep();
    await keep();
    await query('ANALYZE');
    await keep();
    const coming = (await partitionsOf('outbox_messages')).at(-1)!;
    const id = newIdAt(new Date(coming.begins! + DAY));
    const asked = await statementsFor({ tenantId: at.tenantId, id, attempts: 1 } as LanedMessage);
    expect(asked).toHaveLength(4);
    const client = new pg.Client({ connectionString: at.test.superuserUrl });
    await client.connect();
    try {
      await client.query('SET plan_cache_mode = force_generic_plan');
      for (const [nth, [text, values]] of asked.entries()) {
        await client.query(`PREPARE asked${nth} AS ${text}`);
        const literals = values.map((value) =>
          value === null
            ? 'NULL'
            : client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : `${value as string | number}`),
        );
        const { rows } = await client.query(`EXPLAIN EXECUTE asked${nth} (${literals.join()})`);
        const plan = JSON.stringify(rows);
        expect(plan).toContain(coming.partition);
        expect(plan).not.toContain(`Seq Scan on ${coming.partition}`);
      }
    } finally {
      await client.end();
    }
  });
});
