import { constants } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DependencyUnavailableError } from '@libs/kernel';
import type { ByteRange, FileStorage, IncomingContent, PutOptions } from '../domain/file-storage';
import { MeasuredStream } from './measured-stream';

const INCOMING = 'incoming';
/** A tenant, the first two digits of the hash, the hash. */
const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
/** The disk is full, over its quota or broken, or there are too many files open. */
const AWAY = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EMFILE', 'ENFILE']);
const RETRY_AFTER_SECONDS = 30;

/**
 * Files in a directory, named by the hash of their content: what a tenant uploads twice is kept once. A content takes
 * its name by an atomic rename after it has reached the disk, so a name never stands for half a content.
 */
export class LocalFileStorage implements FileStorage {
  constructor(private readonly directory: string) {}

  async put(
    tenantId: string,
    uploadId: string,
    content: Readable,
    { maxBytes, signal }: PutOptions,
  ): Promise<IncomingContent> {
    const path = this.incomingPath(tenantId, uploadId);
    const measured = new MeasuredStream(maxBytes);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      await pipeline([content, measured, file.createWriteStream({ flush: true })], { signal });
    } catch (error) {
      content.destroy();
      await rm(path, { force: true });
      throw unavailable(error);
    }
    return new IncomingFile(path, this.directory, tenantId, measured.bytes, measured.sha256());
  }

  async discard(tenantId: string, uploadId: string): Promise<void> {
    await rm(this.incomingPath(tenantId, uploadId), { force: true });
  }

  get(key: string, range?: ByteRange): Promise<Readable | null> {
    return openFile(this.path(key), range);
  }

  exists(key: string): Promise<boolean> {
    return fileExists(this.path(key));
  }

  async delete(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  async check(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await access(this.directory, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  private incomingPath(tenantId: string, uploadId: string): string {
    return join(this.directory, INCOMING, `${tenantId}.${uploadId}`);
  }

  private path(key: string): string {
    if (!KEY.test(key)) throw new Error('This is no key of the local storage');
    return join(this.directory, key);
  }
}

class IncomingFile implements IncomingContent {
  readonly key: string;

  constructor(
    private readonly path: string,
    private readonly directory: string,
    tenantId: string,
    readonly size: number,
    readonly sha256: string,
  ) {
    this.key = `${tenantId}/${sha256.slice(0, 2)}/${sha256}`;
  }

  async read(range?: ByteRange): Promise<Readable> {
    const content = await openFile(this.path, range);
    if (!content) throw new Error('The upload has been taken away');
    return content;
  }

  async keep(): Promise<void> {
    const path = join(this.directory, this.key);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(this.path, path);
    } catch (error) {
      // Moved already, by the first attempt of a transaction that is repeated.
      if (codeOf(error) === 'ENOENT' && (await fileExists(path))) return;
      throw unavailable(error);
    }
    await flushDirectory(dirname(path));
  }
}

async function openFile(path: string, range: ByteRange | undefined): Promise<Readable | null> {
  try {
    const file = await open(path, 'r');
    return file.createReadStream({ start: range?.start, end: range?.end });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw unavailable(error);
  }
}

async function fileExists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw unavailable(error);
  }
}

/** Makes the rename itself outlast a power failure. */
async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

function unavailable(error: unknown): unknown {
  if (!AWAY.has(codeOf(error))) return error;
  return new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
