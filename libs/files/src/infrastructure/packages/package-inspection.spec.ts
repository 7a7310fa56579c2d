import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { DependencyUnavailableError } from '@libs/kernel';
import fc from 'fast-check';
import { rounds } from '../../../../../test/support/rounds';
import { zip, type ZipEntry } from '../../../../../test/support/zip';
import type { ContentSource } from '../../domain/file-storage';
import { ContentRefusedError } from '../../domain/files.errors';
import { ArchiveLimits } from './archive-limits';
import { inspectPackage } from './package-inspection';

const MEBIBYTE = 1024 * 1024;

interface Counted extends ContentSource {
  readonly reads: number;
}

function sourceOf(bytes: Buffer): Counted {
  const source = {
    size: bytes.length,
    reads: 0,
    read: ({ start, end } = { start: 0, end: bytes.length - 1 }) => {
      source.reads += 1;
      return Promise.resolve(Readable.from([bytes.subarray(start, (end ?? bytes.length - 1) + 1)]));
    },
  };
  return source;
}

/** How many entries were looked at in each turn of the event loop. */
async function entriesByTurn(work: () => Promise<unknown>): Promise<number[]> {
  const admit = jest.spyOn(ArchiveLimits.prototype, 'admit');
  const turns: number[] = [];
  let isOver = false;
  const done = work().finally(() => (isOver = true));
  for (let before = 0; !isOver; before = admit.mock.calls.length) {
    await new Promise((resolve) => setImmediate(resolve));
    turns.push(admit.mock.calls.length - before);
  }
  admit.mockRestore();
  await done;
  return turns;
}

const inspect = (filename: string, bytes: Buffer) => inspectPackage(filename, sourceOf(bytes));

/** Why it was refused, or which threat it is. */
async function verdictOf(filename: string, bytes: Buffer): Promise<unknown> {
  try {
    return (await inspect(filename, bytes)).threat;
  } catch (error) {
    if (error instanceof ContentRefusedError) return error.extra['reason'];
    throw error;
  }
}

const MANIFEST: ZipEntry = {
  name: 'manifest.json',
  content: JSON.stringify({ id: '__UNI__1A2B3C4', name: 'Demo', version: { name: '1.4.0', code: 140 } }),
};
const withManifest = (...entries: ZipEntry[]) => zip([MANIFEST, ...entries]);
const file = (name: string, content = 'x'): ZipEntry => ({ name, content });

describe('A package', () => {
  it.each([
    ['app.apk', 'AndroidManifest.xml', 'application/vnd.android.package-archive'],
    ['app.aab', 'base/manifest/AndroidManifest.xml', 'application/zip'],
    ['App.IPA', 'Payload/Demo App.app/Info.plist', 'application/zip'],
    ['entry.hap', 'module.json', 'application/zip'],
    ['demo.app', 'pack.info', 'application/zip'],
    ['__UNI__1.wgt', 'manifest.json', 'application/zip'],
  ])('is known by the entry that its kind must have: %s by %s', async (filename, manifest, mediaType) => {
    const bytes = zip([file('assets/a.txt'), file(manifest, '{}')]);
    const found = { mediaType, detectedVersion: null, threat: null };
    expect(await inspect(filename, bytes)).toEqual(found);
    // A filename without a known extension does not matter.
    expect(await inspect('upload', bytes)).toEqual(found);
  });

  it.each([
    ['app.apk', ['classes.dex', 'assets/AndroidManifest.xml']],
    ['app.ipa', ['Payload/Info.plist', 'Payload/Demo.app/Frameworks/Info.plist']],
    ['app.wgt', ['www/manifest.json', 'Manifest.json']],
    ['app.hap', ['ets/module.json']],
    ['app.zip', ['readme.txt']],
  ])('is none without it: %s of %j', async (filename, names) => {
    expect(await verdictOf(filename, zip(names.map((name) => file(name))))).toBe('not_a_package');
  });

  it('is not of another kind than its filename says', async () => {
    expect(await verdictOf('app.ipa', zip([file('AndroidManifest.xml')]))).toBe('another_kind_of_package');
    expect(await verdictOf('app.wgt', zip([file('AndroidManifest.xml')]))).toBe('another_kind_of_package');
    // An archive may contain the entries of two kinds.
    const both = zip([file('AndroidManifest.xml'), MANIFEST]);
    expect(await inspect('app.wgt', both)).toMatchObject({ detectedVersion: '1.4.0', mediaType: 'application/zip' });
    expect(await inspect('app.apk', both)).toMatchObject({ detectedVersion: null });
  });

  it('of as many entries as there may be takes few reads, is no threat, and does not block others', async () => {
    const source = sourceOf(
      withManifest(...Array.from({ length: 49_999 }, (_, n) => ({ name: `${n}`, stored: true }))),
    );
    const turns = await entriesByTurn(async () => {
      expect(await inspectPackage('a.wgt', source)).toMatchObject({ threat: null });
    });
    expect(source.reads).toBeLessThan(10);
    expect(turns.reduce((sum, looked) => sum + looked, 0)).toBe(50_000);
    // Which takes a few milliseconds.
    expect(Math.max(...turns)).toBeLessThanOrEqual(500);
  });

  it('is not blamed for a storage that is away', async () => {
    const away = new DependencyUnavailableError();
    const source = { size: 1_000, read: () => Promise.reject(away) };
    await expect(inspectPackage('a.apk', source)).rejects.toBe(away);
    const broken = { size: 1_000, read: () => Promise.resolve(Readable.from([Buffer.alloc(3)])) };
    await expect(inspectPackage('a.apk', broken)).rejects.not.toBeInstanceOf(ContentRefusedError);
  });
});

describe('The version of a wgt', () => {
  const versionIn = async (manifest: string) =>
    (await inspect('a.wgt', zip([{ name: 'manifest.json', content: manifest }]))).detectedVersion;

  it('is the one in its manifest', async () => {
    expect(await versionIn('{"version":{"name":"2.0.0-beta.1","code":200}}')).toBe('2.0.0-beta.1');
    expect(await versionIn('\ufeff{"version":{"name":"1.0"}}')).toBe('1.0');
  });

  it.each([
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"version":null}',
    '{"version":"1.0.0"}',
    '{"version":{"name":1}}',
    '{"version":{"name":""}}',
    '{"version":{"name":"1.0\\u0000"}}',
    '{"version":{"name":"<script>"}}',
    `{"version":{"name":"${'1'.repeat(65)}"}}`,
    '',
  ])('is unknown where it cannot be read: %s', async (manifest) => expect(await versionIn(manifest)).toBeNull());

  it('is not read from a manifest of more than a mebibyte', async () => {
    const filler = randomBytes(MEBIBYTE).toString('hex');
    expect(await versionIn(`{"filler":"${filler}","version":{"name":"1.0"}}`)).toBeNull();
  });
});

describe('An archive is a threat', () => {
  it.each([
    ['../evil.sh'],
    ['a/../../evil.sh'],
    ['/etc/passwd'],
    ['C:\\Windows\\evil.dll'],
    ['..\\evil.dll'],
    ['a\\..\\..\\evil.dll'],
    ['nul\0.txt'],
  ])('with an entry outside of its directory: %j', async (name) => {
    expect(await verdictOf('a.wgt', withManifest(file(name)))).toMatch('outside of the directory');
  });

  it('unless its names merely contain dots', async () => {
    expect(await verdictOf('a.wgt', withManifest(file('a..b/..c/d...'), file('...')))).toBeNull();
  });

  it('with a link', async () => {
    const link = { name: 'link', content: '/etc/passwd', mode: 0o120_777 };
    expect(await verdictOf('a.wgt', withManifest(link))).toMatch('link');
  });

  it('with two entries of one name', async () => {
    expect(await verdictOf('a.wgt', withManifest(file('a.js'), file('a.js')))).toMatch('same name');
    expect(await verdictOf('a.wgt', withManifest(file('a/b'), file('a\\b')))).toMatch('same name');
    expect(await verdictOf('a.wgt', withManifest(file('a.js'), file('A.js')))).toBeNull();
  });

  it('that decompresses to more than a hundred times its size', async () => {
    expect(await verdictOf('a.wgt', withManifest(file('zeros', '\0'.repeat(5 * MEBIBYTE))))).toMatch('100 times');
    const fair = randomBytes(100_000).toString('hex');
    expect(await verdictOf('a.wgt', withManifest(file('fair', fair), file('zeros', '\0'.repeat(MEBIBYTE))))).toBeNull();
  });

  it('with one entry that does so, however large the rest is', async () => {
    const bomb = { name: 'zeros', content: Buffer.alloc(11 * MEBIBYTE) };
    const rest = { name: 'rest', content: randomBytes(2 * MEBIBYTE), stored: true };
    expect(await verdictOf('a.wgt', withManifest(rest, bomb))).toMatch('100 times');
  });

  it('that decompresses to more than 4 GiB', async () => {
    // Not deflated at all, so that it need not be random to be as large in the archive.
    const content = Buffer.alloc(21 * MEBIBYTE);
    const huge = (name: string, declaredSize: number): ZipEntry => ({ name, content, declaredSize, level: 0 });
    const [half, almostHalf] = [huge('half', 2 ** 31), huge('almost', 2 ** 31 - 1_000)];
    expect(await verdictOf('a.wgt', withManifest(half, almostHalf))).toBeNull();
    expect(await verdictOf('a.wgt', withManifest(half, almostHalf, file('more', 'x'.repeat(1_000))))).toMatch('4 GiB');
  });

  it('of more than 50,000 entries', async () => {
    const entries = Array.from({ length: 50_000 }, (_, n) => ({ name: `${n}`, stored: true }));
    expect(await verdictOf('a.wgt', zip([MANIFEST, ...entries]))).toMatch('50000 entries');
  });

  it('that hides entries from readers that rely on its count', async () => {
    const bytes = zip([MANIFEST, file('a.js'), file('../evil.sh')], { declaredEntries: 2 });
    expect(await verdictOf('a.wgt', bytes)).toMatch('hides entries');
  });

  it('whose entries overlap', async () => {
    const one = zip([MANIFEST, { name: 'a', content: randomBytes(MEBIBYTE), stored: true }]);
    const end = one.length - 22;
    const start = one.readUInt32LE(end + 16);
    const entry = one.subarray(start, end);
    const again = Buffer.from(entry.subarray(entry.lastIndexOf('PK\x01\x02')));
    again[again.length - 1] = 'b'.charCodeAt(0);
    const eocd = Buffer.from(one.subarray(end));
    eocd.writeUInt16LE(3, 10);
    expect(await verdictOf('a.wgt', Buffer.concat([one.subarray(0, end), again, eocd]))).toMatch('overlap');
  });

  it('whose manifest decompresses to more than it declares', async () => {
    const lie = { name: 'manifest.json', content: JSON.stringify({ filler: 'x'.repeat(100_000) }), declaredSize: 10 };
    expect(await verdictOf('a.wgt', zip([lie]))).toMatch('more than it declares');
  });

  it('even if it is not a package', async () => {
    expect(await verdictOf('a.zip', zip([file('zeros', '\0'.repeat(5 * MEBIBYTE))]))).toMatch('100 times');
  });
});

describe('An archive is refused', () => {
  it('when an entry is encrypted', async () => {
    const secret = { name: 'secret', content: 'x', encrypted: true, stored: true, declaredSize: 1 };
    expect(await verdictOf('a.wgt', zip([MANIFEST, { ...secret, content: 'x'.repeat(13) }]))).toBe('encrypted_archive');
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 10)],
    ['without its beginning', (bytes: Buffer) => bytes.subarray(200)],
    ['only its beginning', (bytes: Buffer) => bytes.subarray(0, 100)],
    ['a signature and nothing else', () => Buffer.from('PK\x03\x04', 'latin1')],
    [
      'of a directory that is not there',
      (bytes: Buffer) => Buffer.from(bytes).fill(0xff, bytes.length - 6, bytes.length - 2),
    ],
  ])('when it is broken: %s', async (_, damage) => {
    expect(await verdictOf('a.wgt', damage(withManifest(file('a', 'x'.repeat(500)))))).toBe('broken_archive');
  });

  it('when its manifest cannot be read', async () => {
    const bytes = zip([{ name: 'manifest.json', content: randomBytes(5_000).toString('hex') }]);
    // The first block of the deflated data is of a type that does not exist.
    const dataAt = 30 + 'manifest.json'.length;
    expect(await verdictOf('a.wgt', Buffer.from(bytes).fill(0xff, dataAt, dataAt + 100))).toBe('broken_archive');
    const short = { name: 'manifest.json', content: '{}', declaredSize: 100 };
    expect(await verdictOf('a.wgt', zip([short]))).toBe('broken_archive');
  });

  it('or found a threat, and causes no other error, whatever is wrong inside', async () => {
    const bytes = withManifest(file('a.js', 'let a;'), file('b/c.css', 'a{}'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const damaged = Buffer.from(bytes);
          for (const [at, value] of changes) damaged[at] = value;
          const verdict = await verdictOf('a.wgt', damaged);
          expect(verdict === null || typeof verdict === 'string').toBe(true);
        },
      ),
      { numRuns: rounds(300) },
    );
  });
});
