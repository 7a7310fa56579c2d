import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { newId, Outbox, Transactions } from '@libs/kernel';
import { ContentReleased } from '../domain/file.events';
import { FileLimits } from '../domain/file-purpose';
import { FileTooLargeError } from '../domain/files.errors';
import { isPictureToken, Picture } from '../domain/picture';
import { Pictures } from '../infrastructure/pictures';
import { PORTRAIT_MEDIA_TYPE, portraitOf } from '../infrastructure/portrait';
import { StoredContents } from '../infrastructure/stored-contents';

/** Pictures of people: in the same storage as files, but nothing that administrators list, use or delete. */
@Injectable()
export class PicturesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly limits: FileLimits,
    private readonly pictures: Pictures,
    private readonly contents: StoredContents,
  ) {}

  /** An image as it arrives, into memory. @throws FileTooLargeError, whatever the stream fails with. */
  async receive(content: Readable): Promise<Buffer> {
    const maxBytes = this.limits.maxImageBytes;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLargeError({ extra: { max_bytes: maxBytes } });
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  /**
   * Makes a picture of an image and gives its token to `use`, in one transaction: both or neither.
   *
   * @throws ContentRefusedError, DependencyUnavailableError when the storage is away, what `use` fails with.
   */
  async create<T>(tenantId: string, image: Buffer, use: (token: string) => Promise<T>): Promise<T> {
    const portrait = await portraitOf(image, this.limits.maxPixels);
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
      await this.contents.abandon(tenantId, uploadId);
      throw error;
    }
  }

  /** In the transaction under way. The content goes when nothing else has it. */
  async remove(tenantId: string, token: string): Promise<void> {
    const storageKey = await this.pictures.remove(tenantId, token);
    if (storageKey !== null) await this.outbox.add(new ContentReleased({ tenantId, appId: null, storageKey }));
  }

  /** Null for whatever is no token of a picture. */
  async find(token: string): Promise<Picture | null> {
    return isPictureToken(token) ? this.pictures.findByToken(token) : null;
  }

  /** The bytes; null when it was removed meanwhile. @throws DependencyUnavailableError when the storage is away. */
  async open(picture: Picture): Promise<Buffer | null> {
    try {
      return await buffer(await this.contents.open(picture));
    } catch (error) {
      if ((await this.pictures.findByToken(picture.token)) === null) return null;
      throw error;
    }
  }
}
