import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DependencyUnavailableError } from '@libs/kernel';
import type { ByteRange, Chunks, FileStorage, IncomingContent, PutOptions } from '../../domain/file-storage';
import { MeasuredStream } from './measured-stream';

const INCOMING = 'incoming';
/** The form of a key: tenant, first two digits of the hash, hash. */
const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
/** The disk is full, over its quota or broken, or too many files are open. */
const AWAY = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EMFILE', 'ENFILE']);
const RETRY_AFTER_SECONDS = 30;
const CHUNK_BYTES = 256 * 1024;

/**
 * Files in a directory, named by the hash of their content: a content that a tenant uploads twice is stored once. It
 * gets its name by an atomic rename after it has reached the disk, so a name never stands for a partial content.
 */
export class LocalFileStorage implements FileStorage {
  readonly sharesContents = true;
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
      await makeDirectory(dirname(path));
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

  async get(key: string, range?: ByteRange): Promise<Readable | null> {
    const file = await openFile(this.path(key));
    return file && streamOf(file, range);
  }

  async getChunks(key: string, range?: ByteRange): Promise<Chunks | null> {
    const file = await openFile(this.path(key));
    return file && chunksOf(file, range);
  }

  exists(key: string): Promise<boolean> {
    return fileExists(this.path(key));
  }

  async delete(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  async check(): Promise<void> {
    await makeDirectory(this.directory);
    await access(this.directory, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  private incomingPath(tenantId: string, uploadId: string): string {
    return join(this.directory, INCOMING, `${tenantId}.${uploadId}`);
  }

  private path(key: string): string {
    if (!KEY.test(key)) throw new Error('This is not a key of the local storage');
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
    const file = await openFile(this.path);
    if (!file) throw new Error('The upload has been removed');
    return streamOf(file, range);
  }

  async keep(): Promise<void> {
    const path = join(this.directory, this.key);
    try {
      await makeDirectory(dirname(path));
      await rename(this.path, path);
    } catch (error) {
      // The first attempt of a repeated transaction has already moved it.
      if (codeOf(error) === 'ENOENT' && (await fileExists(path))) return;
      throw unavailable(error);
    }
    await flushDirectory(dirname(path));
  }
}

/** Makes a directory and its parents. On a read-only file system a recursive `mkdir` of Node reports ENOENT. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const parent = dirname(path);
    if (!(await fileExists(parent))) await makeDirectory(parent);
    await mkdir(path, { mode: 0o700 });
  }
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw unavailable(error);
  }
}

function streamOf(file: FileHandle, range: ByteRange | undefined): Readable {
  return file.createReadStream({ start: range?.start, end: range?.end });
}

/** Reads into one reused buffer: streams allocate a new one for each piece, which wait for the garbage collector. */
async function* chunksOf(file: FileHandle, { start, end = Infinity }: ByteRange = { start: 0 }): Chunks {
  try {
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (let position = start; position <= end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, end - position + 1), position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
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

/** Makes the rename itself survive a power failure. */
async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function unavailable(error: unknown): unknown {
  if (!AWAY.has(codeOf(error))) return error;
  return new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
