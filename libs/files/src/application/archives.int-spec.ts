import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { OutboxHandlers } from '@libs/foundation';
import { aTenant } from '../../../../test/support/tenants';
import { sha256, startTestFiles, type TestFiles } from '../../../../test/support/files';
import { PostgresOutbox } from '../../../foundation/src/outbox/postgres-outbox';
import type { Archive } from '../domain/archive';
import { Archives } from '../infrastructure/archives';
import { ArchivesService } from './archives.service';

const NOTHING = { files: 0, uploads: 0, messages: 0, stored: 0, audited: 0 };

describe('An archive', () => {
  let files: TestFiles;
  let service: ArchivesService;
  let tenantId: string;

  beforeAll(async () => {
    files = await startTestFiles();
    const { database } = files.test;
    const outbox = new PostgresOutbox(database, new OutboxHandlers());
    service = new ArchivesService(database, outbox, new Archives(database), files.contents);
  });
  afterAll(() => files.close());
  beforeEach(async () => {
    files.audited.length = 0;
    tenantId = await aTenant(files.test.database);
  });

  const create = async (content: Readable | Buffer) => {
    const made: Archive[] = [];
    await service.create(tenantId, Buffer.isBuffer(content) ? Readable.from([content]) : content, (archive) => {
      made.push(archive);
      return Promise.resolve(true);
    });
    return made[0] as Archive;
  };
  const remove = (archive: Archive) =>
    files.test.database.run(tenantId, () => service.remove(tenantId, archive.id)).then(() => files.deliver());
  const archives = () => files.test.database.read(tenantId, 'SELECT id FROM archives');

  it('has the content from which it was made, until it is removed', async () => {
    const content = randomBytes(300_000);
    const archive = await create(content);
    expect(archive).toMatchObject({ tenantId, sizeBytes: content.length, sha256: sha256(content) });
    expect(await service.find(tenantId, archive.id)).toEqual(archive);
    const opened = await service.open(archive);
    expect(await buffer(opened!)).toEqual(content);
    const part = await service.open(archive, { start: 10, end: 19 });
    expect(await buffer(part!)).toEqual(content.subarray(10, 20));
    expect(await service.find(await aTenant(files.test.database), archive.id)).toBeNull();
    await remove(archive);
    expect(await service.find(tenantId, archive.id)).toBeNull();
    expect(await service.open(archive)).toBeNull();
    expect(files.stored()).toEqual([]);
    await remove(archive);
  });

  it('shares its content with equal ones, which keep it', async () => {
    const content = randomBytes(1_000);
    const [one, other] = [await create(content), await create(content)];
    const file = await files.upload(tenantId, content);
    expect(one.storageKey).toBe(other.storageKey);
    await remove(one);
    expect(await buffer((await service.open(other))!)).toEqual(content);
    await remove(other);
    expect(await buffer(await files.files.openContent(tenantId, file.id))).toEqual(content);
    await files.files.delete(tenantId, file.id);
    await files.deliver();
    expect(files.stored()).toEqual([]);
  });

  it('that is not adopted leaves nothing', async () => {
    const made = await service.create(tenantId, Readable.from([randomBytes(1_000)]), () => Promise.resolve(false));
    expect(made).toBe(false);
    expect([await files.traces(tenantId), await archives()]).toEqual([NOTHING, []]);
  });

  it('whose source fails leaves nothing, wherever that happens', async () => {
    const failure = new Error('no more');
    const broken = new Readable({
      read() {
        if (this.readableLength === 0) this.push(randomBytes(10_000));
        this.destroy(failure);
      },
    });
    await expect(create(broken)).rejects.toBe(failure);
    const refusal = service.create(tenantId, Readable.from([randomBytes(1_000)]), () => Promise.reject(failure));
    await expect(refusal).rejects.toBe(failure);
    expect([await files.traces(tenantId), await archives()]).toEqual([NOTHING, []]);
  });
});
