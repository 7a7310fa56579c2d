import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import yauzl from 'yauzl';
import type { ContentSource } from '../../domain/file-storage';

const BLOCK_BYTES = 1024 * 1024;
/** The directory of the archive is read in order, besides one entry elsewhere. */
const BLOCKS_KEPT = 3;

/** Lets the ZIP reader read a stored content in blocks: its directory alone takes thousands of small reads. */
export class StoredZip extends yauzl.RandomAccessReader {
  /** The storage's error, to be told apart from errors in the archive. */
  failure: Error | null = null;
  private readonly blocks = new LRUCache<number, Promise<Buffer>>({
    max: BLOCKS_KEPT,
    memoMethod: (index) => this.load(index),
  });

  constructor(private readonly content: ContentSource) {
    super();
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => callback(null, bytes.copy(target, offset)),
      (error: Error) => callback(error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.stream(start, end));
  }

  /** Fewer bytes than requested at the end of the content. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    const end = Math.min(position + length, this.content.size);
    for (let at = position; at < end;) {
      const index = Math.floor(at / BLOCK_BYTES);
      const block = await this.blocks.memo(index);
      const part = block.subarray(at - index * BLOCK_BYTES, end - index * BLOCK_BYTES);
      parts.push(part);
      at += part.length;
    }
    return Buffer.concat(parts);
  }

  private async *stream(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += BLOCK_BYTES) yield await this.bytes(at, Math.min(BLOCK_BYTES, end - at));
  }

  private async load(index: number): Promise<Buffer> {
    const start = index * BLOCK_BYTES;
    const end = Math.min(start + BLOCK_BYTES, this.content.size) - 1;
    try {
      const block = await buffer(await this.content.read({ start, end }));
      if (block.length !== end - start + 1) throw new Error('The storage returned fewer bytes than the content has');
      return block;
    } catch (error) {
      this.failure = error as Error;
      throw error;
    }
  }
}
