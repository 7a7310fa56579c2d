import { newId } from '@libs/kernel';
import { suiteDatabase } from '../support/suite';

const rows = (count: number) => `SELECT n FROM generate_series(1, ${count}) AS n`;

describe('The first row of a statement', () => {
  const test = suiteDatabase();
  const tenantId = newId();

  it('is told outside of a transaction, or null', async () => {
    const { database } = test;
    expect(await database.readOne(tenantId, rows(2))).toEqual({ n: 1 });
    expect(await database.readOne(tenantId, rows(0))).toBeNull();
    expect(await database.readOneAsSystem(rows(2))).toEqual({ n: 1 });
    expect(await database.readOneAsSystem(rows(0))).toBeNull();
  });

  it('is told within one, and whether there is any', async () => {
    await test.database.run(tenantId, async () => {
      expect(await test.database.queryOne(rows(2))).toEqual({ n: 1 });
      expect(await test.database.queryOne(rows(0))).toBeNull();
      expect(await test.database.hasRows(rows(2))).toBe(true);
      expect(await test.database.hasRows(rows(0))).toBe(false);
    });
  });
});
