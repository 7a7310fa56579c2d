import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { newId, Outbox, Transactions } from '@libs/kernel';
import { ContentReleased } from '../domain/file.events';
import { FileLimits } from '../domain/file-purpose';
import { FileTooLargeError } from '../domain/files.errors';
import { isPictureToken, Picture } from '../domain/picture';
import { ImageDecoder } from '../infrastructure/images/image-decoder';
import { Pictures } from '../infrastructure/pictures';
import { PORTRAIT_MEDIA_TYPE } from '../infrastructure/images/portrait';
import { StoredContents } from '../infrastructure/stored-contents';
import { type HeldUpload, UploadMemory } from '../infrastructure/upload-memory';

/** An image being received. */
interface ArrivingImage {
  readonly content: Readable;
  /** Settles when the request is complete and valid. */
  readonly complete: Promise<unknown>;
  /** Aborts the reception. */
  readonly signal: AbortSignal;
}

/** A received image. The caller releases it when it is no longer needed. */
export interface ReceivedImage {
  readonly bytes: Buffer;
  /** Aborted when the image is no longer of use, or its memory is needed. */
  readonly signal: AbortSignal;
  release(): void;
}

/** Pictures of people; stored like files, but administrators cannot list, use or delete them. */
@Injectable()
export class PicturesService {
  private readonly memory = new UploadMemory();

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly limits: FileLimits,
    private readonly decoder: ImageDecoder,
    private readonly pictures: Pictures,
    private readonly contents: StoredContents,
  ) {}

  /**
   * Receives an image into memory, occupying only as much as has arrived.
   *
   * @throws FileTooLargeError, DependencyUnavailableError when the memory is needed for others, the errors of the
   * image.
   */
  async receive(tenantId: string, { content, complete, signal }: ArrivingImage): Promise<ReceivedImage> {
    const held = this.memory.hold(tenantId);
    const isOver = AbortSignal.any([signal, held.signal]);
    const givenUp = new Promise<never>((_, reject) => {
      isOver.addEventListener('abort', () => reject(isOver.reason as Error), { once: true });
    });
    try {
      isOver.throwIfAborted();
      const bytes = await Promise.race([this.whole(content, complete, held), givenUp]);
      held.complete();
      return { bytes, signal: isOver, release: () => held.release() };
    } catch (error) {
      content.destroy();
      held.release();
      throw error;
    } finally {
      givenUp.catch(() => undefined);
    }
  }

  /**
   * Makes a picture of an image and passes its token to `use`, in one transaction: both or neither.
   *
   * @throws ContentRefusedError, DependencyUnavailableError when storage or decoder are away, the errors of `use`.
   */
  async create<T>(tenantId: string, image: ReceivedImage, use: (token: string) => Promise<T>): Promise<T> {
    const portrait = await this.decoder.portrait(tenantId, image.bytes, image.signal);
    const uploadId = newId();
    try {
      const incoming = await this.contents.receive(tenantId, uploadId, Readable.from([portrait]), {});
      const { size: sizeBytes, sha256, key: storageKey } = incoming;
      const picture = new Picture(tenantId, { mediaType: PORTRAIT_MEDIA_TYPE, sizeBytes, sha256, storageKey });
      return await this.transactions.run(tenantId, async () => {
        await this.contents.keep(tenantId, uploadId, incoming);
        await this.pictures.add(picture);
        return use(picture.token);
      });
    } catch (error) {
      await this.contents.abandon(tenantId, uploadId, error);
      throw error;
    }
  }

  /** Joins the current transaction. The content is removed with its last reference. */
  async remove(tenantId: string, token: string): Promise<void> {
    const storageKey = await this.pictures.remove(tenantId, token);
    if (storageKey !== null) await this.outbox.add(new ContentReleased({ tenantId, appId: null, storageKey }));
  }

  /** Null for anything but the token of a picture. */
  async find(token: string): Promise<Picture | null> {
    return isPictureToken(token) ? this.pictures.findByToken(token) : null;
  }

  /** The bytes; null when the picture was removed meanwhile. @throws DependencyUnavailableError when the storage is away. */
  async open(picture: Picture): Promise<Buffer | null> {
    try {
      return await buffer(await this.contents.open(picture));
    } catch (error) {
      if ((await this.pictures.findByToken(picture.token)) === null) return null;
      throw error;
    }
  }

  private async whole(content: Readable, complete: Promise<unknown>, held: HeldUpload): Promise<Buffer> {
    const maxBytes = this.limits.maxImageBytes;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLargeError({ extra: { max_bytes: maxBytes } });
      held.add(chunk.length);
      chunks.push(chunk);
    }
    await complete;
    return Buffer.concat(chunks);
  }
}
