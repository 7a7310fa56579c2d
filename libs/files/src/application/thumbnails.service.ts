import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Logger, reasonOf } from '@libs/foundation';
import { DependencyUnavailableError, newId, Transactions } from '@libs/kernel';
import { ContentRefusedError } from '../domain/files.errors';
import type { Thumbnail } from '../domain/thumbnail';
import { ImageDecoder } from '../infrastructure/images/image-decoder';
import { StoredContents } from '../infrastructure/stored-contents';
import { type PictureFile, type ThumbnailRef, Thumbnails } from '../infrastructure/thumbnails';

/** How often those look who wait for another process, and how long. */
const LOOK_MS = 150;
const WAIT_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/** Pictures made small when they are first asked for, once, and then kept beside their file. */
@Injectable()
export class ThumbnailsService {
  /** By file and width: all who ask in this process wait for the same. */
  private readonly underWay = new Map<string, Promise<Thumbnail | null>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly thumbnails: Thumbnails,
    private readonly decoder: ImageDecoder,
    private readonly contents: StoredContents,
    private readonly logger: Logger,
  ) {}

  /**
   * Null for a file that is no picture or not clean, and for one of which none can be made.
   *
   * @throws DependencyUnavailableError when storage or decoder are away, or too busy.
   */
  async find(ref: ThumbnailRef): Promise<Thumbnail | null> {
    const file = await this.thumbnails.find(ref);
    return file && isWanted(file) ? this.once(ref, file) : (file?.thumbnail ?? null);
  }

  /** The bytes; null when the file was deleted meanwhile. @throws DependencyUnavailableError when the storage is away. */
  async open(ref: ThumbnailRef, thumbnail: Thumbnail): Promise<Readable | null> {
    try {
      return await this.contents.open(thumbnail);
    } catch (error) {
      if (!(await this.thumbnails.find(ref))?.thumbnail) return null;
      throw error;
    }
  }

  private once(ref: ThumbnailRef, file: PictureFile): Promise<Thumbnail | null> {
    const name = `${ref.fileId} ${ref.width}`;
    const known = this.underWay.get(name);
    if (known) return known;
    const made = this.make(ref, file).finally(() => this.underWay.delete(name));
    this.underWay.set(name, made);
    return made;
  }

  /** Makes it, or waits for the process that does. */
  private async make(ref: ThumbnailRef, file: PictureFile): Promise<Thumbnail | null> {
    const maker = newId();
    for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
      if (await this.thumbnails.claim(ref, maker)) return this.makeClaimed(ref, file, maker);
      const present = await this.thumbnails.find(ref);
      if (!present || !isWanted(present)) return present?.thumbnail ?? null;
      await pause(LOOK_MS);
    }
    throw new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  private async makeClaimed(ref: ThumbnailRef, file: PictureFile, maker: string): Promise<Thumbnail | null> {
    try {
      const source = this.contents.sourceOf(file);
      const bytes = await this.decoder.thumbnail(ref.tenantId, source, file.mediaType, ref.width);
      return await this.keep(ref, maker, bytes);
    } catch (error) {
      if (error instanceof ContentRefusedError) {
        this.logger.warn({ file: ref.fileId, reason: error.reason }, 'a picture cannot be made small');
        await this.thumbnails.refuse(ref, maker);
        return null;
      }
      // The claim ends by itself where the database is away.
      await this.thumbnails.release(ref, maker).catch((failure: unknown) => {
        this.logger.warn(
          { file: ref.fileId, reason: reasonOf(failure) },
          'the claim of a thumbnail stays until its end',
        );
      });
      throw error;
    }
  }

  private async keep(ref: ThumbnailRef, maker: string, bytes: Buffer): Promise<Thumbnail | null> {
    const { tenantId } = ref;
    const uploadId = newId();
    let kept: Thumbnail | null;
    try {
      const incoming = await this.contents.receive(tenantId, uploadId, Readable.from([bytes]), {});
      const { size: sizeBytes, sha256, key: storageKey } = incoming;
      const thumbnail = { sizeBytes, sha256, storageKey };
      kept = await this.transactions.run(tenantId, async () => {
        if (!(await this.thumbnails.keep(ref, maker, thumbnail))) return null;
        await this.contents.keep(tenantId, uploadId, incoming);
        return thumbnail;
      });
    } catch (error) {
      await this.contents.abandon(tenantId, uploadId, error);
      throw error;
    }
    if (kept) return kept;
    // The file was deleted, or another process has taken over.
    await this.contents.abandon(tenantId, uploadId);
    return (await this.thumbnails.find(ref))?.thumbnail ?? null;
  }
}

/** Whether it is still to be made. */
function isWanted({ thumbnail, isRefused }: PictureFile): boolean {
  return thumbnail === null && !isRefused;
}
