import { newIdAt } from '@libs/kernel';
import { Partitions } from '../../libs/foundation/src/outbox/partitions';
import { queryAs, silent } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';
import { DAY, partitionsIn } from '../support/partitions';

describe('Partitions where clocks are wrong, or the default one has grown', () => {
  let at: TestOutbox;

  beforeEach(async () => {
    at = await startTestOutbox();
  });
  afterEach(() => at.close());

  const { query, asApplication, partitionsOf, endOf, add, addAll, placesOf, aMessage, keepNothingAfter } = partitionsIn(
    () => at,
  );
  const keep = () => new Partitions(at.test.database, silent).keep();
  const asOwner = <Row extends Record<string, unknown>>(text: string) => queryAs<Row>(at.test.ownerUrl, text);

  it('are made of every week that comes, also when the clock of the database was years ahead', async () => {
    const end = await endOf('outbox_messages');
    const far = await add('outbox_messages', Date.now() + 1_500 * DAY);
    const time = end + 30 * DAY;
    await addAll('outbox_messages', time);
    const [now, soon] = [await aMessage(newIdAt(new Date(time))), await aMessage(newIdAt(new Date(time + 13 * DAY)))];
    const places = await placesOf('outbox_messages');
    expect(places[now]).toMatch(/_\d{8}$/);
    expect(places[soon]).toMatch(/_\d{8}$/);
    // What was made for the wrong time is told of, and not dropped.
    await expect(keep()).rejects.toThrow(`${far} begins far ahead of the present`);
    expect((await partitionsOf('outbox_messages')).map(({ partition }) => partition)).toContain(far);
  });

  it('are not dropped by a clock of the database that is ahead of the others', async () => {
    const [first] = await partitionsOf('outbox_messages');
    await keepNothingAfter(first!.ends);
    const drop = (latest: string) =>
      asApplication(
        `SELECT done, stays FROM drop_due_partition('outbox_messages', 'outbox_messages_first', ${latest})`,
      );
    expect(await drop(`now() - interval '1 day'`)).toEqual([{ done: null, stays: 'it is not due' }]);
    expect(await drop(`now() + interval '10 years'`)).toEqual([{ done: 'outbox_messages_first', stays: null }]);
  });

  it('that the default one has rows of are told of until their owner fills them', async () => {
    await query(`UPDATE partitioned_tables SET ahead = ahead + 6 * width WHERE name = 'outbox_messages'`);
    const end = await endOf('outbox_messages');
    const early = await aMessage(newIdAt(new Date(end + DAY)));
    const name = `outbox_messages_${new Date(end).toISOString().slice(0, 10).replaceAll('-', '')}`;
    const trouble = `outbox_messages_default has rows of ${name}`;
    await expect(keep()).rejects.toThrow(trouble);
    const made = (await partitionsOf('outbox_messages')).map(({ begins }) => begins);
    expect(made).not.toContain(end);
    expect(made).toContain(end + 7 * DAY);
    await expect(keep()).rejects.toThrow(trouble);
    const later = await aMessage(newIdAt(new Date(end + 2 * DAY)));
    const row = () => query('SELECT m::text AS row FROM outbox_messages m ORDER BY id');
    const before = await row();
    // Behind the wall of tenants.
    expect(await asOwner(`SELECT fill_partition('outbox_messages') AS made`)).toEqual([{ made: name }]);
    expect(await asOwner(`SELECT fill_partition('outbox_messages') AS made`)).toEqual([{ made: null }]);
    expect(await placesOf('outbox_messages')).toEqual({ [early]: name, [later]: name });
    expect(await row()).toEqual(before);
    await keep();
    await expect(asApplication(`SELECT fill_partition('outbox_messages', now() + interval '1 year')`)).rejects.toThrow(
      /permission denied|must be owner/,
    );
  });

  it('whose making takes long are a failure of the sweep', async () => {
    await query(`UPDATE partitioned_tables SET ahead = ahead + 6 * width WHERE name = 'outbox_messages'`);
    const before = await partitionsOf('outbox_messages');
    await query(`
      CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_catalog.pg_sleep(60); END $$;
      CREATE EVENT TRIGGER waits ON ddl_command_end WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION wait()`);
    await expect(keep()).rejects.toThrow(/^no next partition of outbox_messages: it takes too long$/);
    expect(await partitionsOf('outbox_messages')).toEqual(before);
  });

  it('have nothing of the application role called by their owner', async () => {
    const [first] = await partitionsOf('outbox_messages');
    await keepNothingAfter(first!.ends);
    await query('GRANT CREATE ON SCHEMA public TO PUBLIC');
    // Of the types that they are called with, which is nearer than what takes any.
    for (const [name, result, parameters] of [
      ['cardinality', 'integer', 'text[]'],
      ['array_append', 'text[]', 'text[], text'],
      ['to_timestamp', 'timestamptz', 'numeric'],
      ['format', 'text', 'text, text'],
    ] as const) {
      await asApplication(`CREATE FUNCTION public.${name}(${parameters}) RETURNS ${result} LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'called as %', current_user; END $$`);
    }
    await aMessage(newIdAt(new Date()));
    await query(`UPDATE partitioned_tables SET ahead = ahead + 6 * width WHERE name = 'outbox_messages'`);
    await keep();
    expect((await partitionsOf('outbox_messages')).map(({ partition }) => partition)).not.toContain(first!.partition);
  });
});
