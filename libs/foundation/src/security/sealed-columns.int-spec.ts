import { randomUUID } from 'node:crypto';
import { queryAs } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';
import { SealedColumns, type SealedColumn } from './sealed-columns';
import { Secrets } from './secrets';

const TENANT = randomUUID();
const ROWS = 1_200;
const [OLD, NEW, LOST] = ['old', 'new', 'lost'].map((id, at) => ({ id, bytes: Buffer.alloc(32, at + 1) }));

const SECRETS_OF_THINGS: SealedColumn = {
  table: 'things',
  column: 'secret',
  purpose: 'totp',
  key: ['tenant_id', 'number'],
  boundTo: ['owner'],
  contextOf: (row) => Buffer.concat([Buffer.from(String(row['tenant_id'])), row['owner'] as Buffer]),
};

describe('SealedColumns', () => {
  const test = suiteDatabase();
  const before = new Secrets([OLD!]);
  const after = new Secrets([NEW!, OLD!]);
  const ownerOf = (number: number) => Buffer.from([number % 256, number >> 8]);
  const contextOf = (number: number) => Buffer.concat([Buffer.from(TENANT), ownerOf(number)]);
  const sealedBy = (secrets: Secrets, number: number, text = `secret ${number}`) =>
    secrets.seal('totp', text, contextOf(number));

  beforeAll(async () => {
    await queryAs(
      test.superuserUrl,
      `CREATE TABLE things (tenant_id uuid, number text, owner bytea, secret text, PRIMARY KEY (tenant_id, number));
       CREATE TABLE hashes (key_id text);
       GRANT SELECT, UPDATE ON things, hashes TO appkernel_app`,
    );
  });

  beforeEach(async () => {
    const numbers = Array.from({ length: ROWS }, (_, number) => number);
    await queryAs(test.superuserUrl, 'TRUNCATE things, hashes');
    await queryAs(
      test.superuserUrl,
      `INSERT INTO things SELECT $1, lpad(number::text, 4, '0'), owner, secret
         FROM unnest($2::integer[], $3::bytea[], $4::text[]) AS t (number, owner, secret)`,
      [TENANT, numbers, numbers.map(ownerOf), numbers.map((number) => sealedBy(before, number))],
    );
  });

  function columnsWith(secrets: Secrets): SealedColumns {
    const columns = new SealedColumns(test.database, secrets);
    columns.register(SECRETS_OF_THINGS);
    columns.registerHashes({ table: 'hashes', keyId: 'key_id', renewal: 'never' });
    return columns;
  }

  const write = (number: number, secret: string | null) =>
    queryAs(test.superuserUrl, 'UPDATE things SET secret = $2 WHERE number = $1', [
      String(number).padStart(4, '0'),
      secret,
    ]);

  async function things(secrets: Secrets): Promise<(string | null)[]> {
    const rows = await queryAs<{ number: string; secret: string | null }>(
      test.superuserUrl,
      'SELECT number, secret FROM things ORDER BY number',
    );
    return rows.map(({ number, secret }) => secret && secrets.open('totp', secret, contextOf(Number(number))));
  }

  it('seals everything anew, so that the old key can be dropped, and does nothing when repeated', async () => {
    await write(7, null);
    await queryAs(test.superuserUrl, `INSERT INTO hashes VALUES ('old'), (NULL)`);
    const columns = columnsWith(after);
    const [sealed, hashed] = await columns.uses();
    expect(sealed).toMatchObject({ table: 'things', column: 'secret', rowsByKey: { old: ROWS - 1 } });
    expect(hashed).toEqual({ table: 'hashes', column: null, renewal: 'never', rowsByKey: { old: 1 } });
    expect(await columns.reseal()).toEqual([{ table: 'things', column: 'secret', rows: ROWS - 1, unreadable: 0 }]);
    const texts = await things(new Secrets([NEW!]));
    expect(texts.map((text, number) => text === (number === 7 ? null : `secret ${number}`))).not.toContain(false);
    expect(await columns.reseal()).toMatchObject([{ rows: 0, unreadable: 0 }]);
    expect((await columns.uses())[0]!.rowsByKey).toEqual({ new: ROWS - 1 });
  });

  it('goes on where it was interrupted', async () => {
    for (let number = 0; number < ROWS; number += 100) await write(number, sealedBy(after, number));
    expect(await columnsWith(after).reseal()).toMatchObject([{ rows: ROWS - 12 }]);
  });

  it('leaves what others write meanwhile, and may run twice at once', async () => {
    const written = Array.from({ length: 60 }, (_, at) => at * 20);
    const [first, second] = await Promise.all([
      columnsWith(after).reseal(),
      columnsWith(after).reseal(),
      ...written.map((number) => write(number, sealedBy(before, number, `changed ${number}`))),
    ]);
    await columnsWith(after).reseal();
    const texts = await things(new Secrets([NEW!]));
    expect(written.map((number) => texts[number])).toEqual(written.map((number) => `changed ${number}`));
    expect(texts).not.toContain(null);
    expect(first[0]!.rows + second[0]!.rows).toBeGreaterThanOrEqual(ROWS - written.length);
  });

  it('reports what cannot be read, and leaves it as it is', async () => {
    const lost = sealedBy(new Secrets([LOST!]), 3);
    await write(3, lost);
    const moved = sealedBy(before, 5);
    await write(4, moved);
    expect(await columnsWith(after).reseal()).toEqual([
      { table: 'things', column: 'secret', rows: ROWS - 2, unreadable: 2 },
    ]);
    const kept = await queryAs(
      test.superuserUrl,
      `SELECT secret FROM things WHERE number IN ('0003', '0004') ORDER BY 1`,
    );
    expect(kept.map(({ secret }) => secret as string)).toEqual([lost, moved].sort());
    expect((await columnsWith(after).uses())[0]!.rowsByKey).toEqual({ new: ROWS - 2, lost: 1, old: 1 });
  });

  it('tells of each key whether it is the one that sealed, by some of its values', async () => {
    await write(3, sealedBy(new Secrets([LOST!]), 3));
    const another = new Secrets([{ id: 'old', bytes: Buffer.alloc(32, 9) }]);
    const of = (keyId: string, values: number, opened: number) => {
      return { table: 'things', column: 'secret', keyId, values, opened };
    };
    expect(await columnsWith(after).samples()).toEqual([of('lost', 1, 0), of('old', 20, 20)]);
    expect(await columnsWith(another).samples()).toEqual([of('lost', 1, 0), of('old', 20, 0)]);
  });
});
