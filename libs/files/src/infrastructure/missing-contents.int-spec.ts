import { startTestFiles, type TestFiles } from '../../../../test/support/files';
import { aTenant } from '../../../../test/support/tenants';
import { MissingContents } from './missing-contents';

/** Several batches of questions, of which the storage answers some at a time. */
const FILES = 40;

describe('MissingContents', () => {
  let files: TestFiles;

  beforeAll(async () => {
    files = await startTestFiles();
  });
  afterAll(() => files.close());

  it('finds the files of a tenant that the storage has lost, and asks for shared contents once', async () => {
    const tenantId = await aTenant(files.test.database);
    const other = await aTenant(files.test.database);
    const uploaded = [];
    for (let number = 0; number < FILES; number++)
      uploaded.push(await files.upload(tenantId, Buffer.from(`${number}`)));
    await files.upload(tenantId, Buffer.from('0'));
    await files.upload(other, Buffer.from('0'));
    const missing = new MissingContents(files.test.database, files.storage);
    expect(await missing.find(tenantId)).toEqual({ contents: FILES, missing: 0, examples: [] });
    for (const { id } of [uploaded[5]!, uploaded[20]!]) {
      const select = 'SELECT storage_key AS key FROM files WHERE tenant_id = $1 AND id = $2';
      const row = await files.test.database.readOne<{ key: string }>(tenantId, select, [tenantId, id]);
      await files.storage.delete(row!.key);
    }
    const found = await missing.find(tenantId);
    expect(found).toMatchObject({ contents: FILES, missing: 2 });
    expect(found.examples.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(
      [uploaded[5]!, uploaded[20]!].map(({ id }) => `file ${id}`).sort(),
    );
    expect(await missing.find(other)).toEqual({ contents: 1, missing: 0, examples: [] });
  });
});
