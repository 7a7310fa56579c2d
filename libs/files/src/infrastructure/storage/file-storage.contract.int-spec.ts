import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DependencyUnavailableError, newId } from '@libs/kernel';
import { startTestS3 } from '../../../../../test/support/s3';
import type { FileStorage } from '../../domain/file-storage';
import { FileTooLargeError } from '../../domain/files.errors';
import { LocalFileStorage } from './local-file-storage';
import { S3FileStorage } from './s3-file-storage';

interface Tested {
  readonly storage: FileStorage;
  /** The names of everything that it has stored, however incomplete. */
  stored(): string[];
  /** A storage that cannot be reached. */
  readonly broken: FileStorage;
  close(): Promise<void>;
}

function startLocal(): Promise<Tested> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-files-'));
  return Promise.resolve({
    storage: new LocalFileStorage(directory),
    stored: () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    broken: new LocalFileStorage('/dev/null/files'),
    close: () => Promise.resolve(rmSync(directory, { recursive: true, force: true })),
  });
}

async function startS3(): Promise<Tested> {
  const server = await startTestS3();
  const settings = { ...server, region: 'us-east-1', forcePathStyle: true };
  return {
    storage: await S3FileStorage.open(settings),
    stored: () => server.stored(),
    broken: await S3FileStorage.open({ ...settings, bucket: 'another' }),
    close: () => server.close(),
  };
}

const TENANT = newId();
const MEBIBYTE = 1024 * 1024;
const PLENTY = { maxBytes: 100 * MEBIBYTE };

/** Three parts, more than are uploaded at once: a multipart upload is used, and one part waits. */
const LARGE = randomBytes(16 * MEBIBYTE + 7);

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** In chunks as they come from a socket. */
function inChunks(content: Buffer, size = 64 * 1024): Readable {
  return Readable.from(
    (function* () {
      for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
    })(),
  );
}

/** A stream that fails after this many bytes. */
function failingAfter(bytes: number, error: Error): Readable {
  return Readable.from(
    (function* () {
      for (let sent = 0; sent < bytes; sent += MEBIBYTE) yield randomBytes(MEBIBYTE);
      throw error;
    })(),
  );
}

describe.each([
  ['local', startLocal],
  ['s3', startS3],
])('The %s file storage', (_, start) => {
  let tested: Tested;
  let storage: FileStorage;

  beforeAll(async () => {
    tested = await start();
    storage = tested.storage;
  });
  afterAll(() => tested.close());

  const put = (content: Buffer, tenantId = TENANT) => storage.put(tenantId, newId(), inChunks(content), PLENTY);

  const kept = async (content: Buffer, tenantId = TENANT) => {
    const incoming = await put(content, tenantId);
    await incoming.keep();
    return incoming.key;
  };

  const contentOf = async (key: string, range?: { start: number; end?: number }) => {
    const content = await storage.get(key, range);
    return content && (await buffer(content));
  };

  it.each([
    ['one byte', Buffer.from('x')],
    ['a small text', Buffer.from('Grüße, 世界')],
    ['several parts', LARGE],
  ])('gives back %s as it came, with its size and hash', async (_name, content) => {
    const incoming = await put(content);
    expect(incoming).toMatchObject({ size: content.length, sha256: sha256(content) });
    expect((await buffer(await incoming.read())).equals(content)).toBe(true);
    await incoming.keep();
    expect((await contentOf(incoming.key))?.equals(content)).toBe(true);
    await storage.delete(incoming.key);
  });

  it('gives parts of a content, before it is kept and after', async () => {
    const incoming = await put(Buffer.from('0123456789'));
    expect((await buffer(await incoming.read({ start: 2, end: 4 }))).toString()).toBe('234');
    await incoming.keep();
    expect((await contentOf(incoming.key, { start: 0, end: 1 }))?.toString()).toBe('01');
    expect((await contentOf(incoming.key, { start: 7 }))?.toString()).toBe('789');
    expect((await contentOf(incoming.key, { start: 9, end: 9 }))?.toString()).toBe('9');
    await storage.delete(incoming.key);
  });

  it('keeps a content again without an error', async () => {
    const incoming = await put(Buffer.from('twice'));
    await incoming.keep();
    await incoming.keep();
    expect((await contentOf(incoming.key))?.toString()).toBe('twice');
    await storage.delete(incoming.key);
  });

  it('keeps equal contents of two tenants apart', async () => {
    const content = Buffer.from('the same');
    const [mine, theirs] = [await kept(content), await kept(content, newId())];
    await storage.delete(mine);
    expect(await storage.exists(mine)).toBe(false);
    expect((await contentOf(theirs))?.toString()).toBe('the same');
    await storage.delete(theirs);
  });

  it('keeps equal contents that arrive at once', async () => {
    const content = randomBytes(MEBIBYTE / 4);
    const keys = await Promise.all(Array.from({ length: 8 }, () => kept(content)));
    for (const key of keys) expect((await contentOf(key))?.equals(content)).toBe(true);
    for (const key of keys) await storage.delete(key);
    expect(tested.stored()).toEqual([]);
  });

  it('has nothing under a key that was deleted or never existed', async () => {
    const key = await kept(Buffer.from('gone soon'));
    expect(await storage.exists(key)).toBe(true);
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.exists(key)).toBe(false);
    expect(await storage.get(key)).toBeNull();
    expect(tested.stored()).toEqual([]);
  });

  it('forgets what was put and not kept', async () => {
    const uploadId = newId();
    await storage.put(TENANT, uploadId, inChunks(LARGE), PLENTY);
    await storage.discard(TENANT, uploadId);
    await storage.discard(TENANT, uploadId);
    expect(tested.stored()).toEqual([]);
  });

  it.each([1, 12])('leaves nothing of a stream that fails after %d MiB, and reports its error', async (size) => {
    const error = new Error('the client hung up');
    await expect(storage.put(TENANT, newId(), failingAfter(size * MEBIBYTE, error), PLENTY)).rejects.toBe(error);
    expect(tested.stored()).toEqual([]);
  });

  it.each([1, 12])('stops reading beyond a limit of %d MiB, and leaves nothing', async (size) => {
    const maxBytes = size * MEBIBYTE;
    let read = 0;
    const endless = new Readable({
      read() {
        read += MEBIBYTE;
        this.push(randomBytes(MEBIBYTE));
      },
    });
    const upload = storage.put(TENANT, newId(), endless, { maxBytes });
    await expect(upload).rejects.toBeInstanceOf(FileTooLargeError);
    await expect(upload).rejects.toMatchObject({ extra: { max_bytes: maxBytes } });
    expect(read).toBeLessThan(maxBytes + 4 * MEBIBYTE);
    expect(endless.destroyed).toBe(true);
    expect(tested.stored()).toEqual([]);
  });

  it('accepts exactly as much as the limit', async () => {
    const incoming = await storage.put(TENANT, newId(), inChunks(Buffer.alloc(1_000)), { maxBytes: 1_000 });
    expect(incoming.size).toBe(1_000);
    await incoming.keep();
    await storage.delete(incoming.key);
  });

  it.each([0, 12])('leaves nothing of an upload that is aborted after %d MiB', async (size) => {
    const abort = new AbortController();
    if (size === 0) abort.abort();
    let read = 0;
    const endless = new Readable({
      read() {
        read += MEBIBYTE;
        if (read > size * MEBIBYTE) abort.abort();
        this.push(randomBytes(MEBIBYTE));
      },
    });
    const upload = storage.put(TENANT, newId(), endless, { ...PLENTY, signal: abort.signal });
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
    expect(endless.destroyed).toBe(true);
    expect(tested.stored()).toEqual([]);
  });

  it('reports whether files could be stored now', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
    await expect(tested.broken.check()).rejects.toHaveProperty('message');
  });
});

describe('The s3 file storage', () => {
  it('is an unavailable dependency when nothing answers', async () => {
    const server = await startTestS3();
    const storage = await S3FileStorage.open({ ...server, region: 'us-east-1', forcePathStyle: true });
    await server.close();
    const away = { definition: { code: 'DEPENDENCY.UNAVAILABLE' } };
    await expect(storage.put(TENANT, newId(), inChunks(Buffer.from('x')), PLENTY)).rejects.toMatchObject(away);
    await expect(storage.get('files/x/y')).rejects.toBeInstanceOf(DependencyUnavailableError);
    await expect(storage.exists('files/x/y')).rejects.toBeInstanceOf(DependencyUnavailableError);
    await expect(storage.delete('files/x/y')).rejects.toBeInstanceOf(DependencyUnavailableError);
  });
});

describe('The local file storage', () => {
  it('keeps equal contents of one tenant once', async () => {
    const { storage, stored, close } = await startLocal();
    const content = Buffer.from('the same');
    const keys = await Promise.all(
      [1, 2, 3].map(async () => {
        const incoming = await storage.put(TENANT, newId(), inChunks(content), PLENTY);
        await incoming.keep();
        return incoming.key;
      }),
    );
    expect(new Set(keys)).toEqual(new Set([`${TENANT}/${sha256(content).slice(0, 2)}/${sha256(content)}`]));
    expect(stored()).toEqual([sha256(content)]);
    await close();
  });

  it.each(['../../etc/passwd', '/etc/passwd', `${TENANT}/ab/..`, ''])('accepts only its own keys: %s', async (key) => {
    const { storage, close } = await startLocal();
    for (const use of [() => storage.get(key), () => storage.exists(key), () => storage.delete(key)]) {
      await expect((async () => use())()).rejects.toThrow('not a key');
    }
    await close();
  });
});
