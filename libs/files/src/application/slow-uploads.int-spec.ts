import { Readable } from 'node:stream';
import { aTenant } from '../../../../test/support/tenants';
import { startTestFiles, type TestFiles } from '../../../../test/support/files';
import type { MalwareScanner } from '../domain/malware-scanner';
import type { ScanVerdict } from '../domain/stored-file';

const PLACES = 5;

describe('Uploads that are slow', () => {
  let files: TestFiles;
  const verdict = Promise.withResolvers<ScanVerdict>();
  let scanned = 0;
  /** Does not answer until it is told to. */
  const scanner: MalwareScanner = {
    scan: () => {
      scanned++;
      return verdict.promise;
    },
  };

  beforeAll(async () => {
    files = await startTestFiles({ scanner });
  });
  afterAll(() => files.close());

  const clean: ScanVerdict = { status: 'clean', detail: 'nothing' };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('hold up only their own tenant, and nobody once they have arrived, whatever the scanner does', async () => {
    const [crowded, other] = [await aTenant(files.test.database), await aTenant(files.test.database)];
    const contents = Array.from({ length: PLACES + 1 }, (_, index) => {
      const content = new Readable({ read: () => undefined });
      content.push(`the beginning of ${index}`);
      return content;
    });
    const slow = contents.map((content) => files.upload(crowded, content));
    await until(() => files.stored().length === PLACES);
    const theirs = files.upload(other, Buffer.from('quick'));
    // It has arrived and is being scanned, while five are on their way and one waits.
    await until(() => scanned === 1);
    const waiting = contents.filter(({ readableLength }) => readableLength > 0);
    expect(waiting).toHaveLength(1);
    const arriving = contents.filter((content) => !waiting.includes(content));
    arriving[0]?.push(null);
    // The scanner does not answer for this one, whose place the last one has now.
    await until(() => waiting[0]?.readableLength === 0);
    for (const content of [...arriving.slice(1), ...waiting]) content.push(null);
    await until(() => scanned === PLACES + 2);
    verdict.resolve(clean);
    for (const upload of [...slow, theirs]) expect(await upload).toMatchObject({ scanStatus: 'clean' });
  });
});
