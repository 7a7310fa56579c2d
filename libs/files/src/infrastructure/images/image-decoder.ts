import { buffer } from 'node:stream/consumers';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Charge, FairTurns } from '@libs/foundation';
import { FileLimits } from '../../domain/file-purpose';
import type { ContentSource } from '../../domain/file-storage';
import { ContentRefusedError } from '../../domain/files.errors';
import type { ImageSize } from '../../domain/stored-file';
import { ImageThread } from './image-thread';
import type { ImageResult, ImageTask } from './image-worker';

const WAIT_MS = 30_000;

/**
 * Inspects images: one at a time, since a decoded one may take 160 MB, and a quarter more where it is drawn smaller. Tenants take turns by the time that the thread has
 * worked for them.
 */
@Injectable()
export class ImageDecoder implements OnApplicationShutdown {
  private readonly thread = new ImageThread();
  private readonly turns = new FairTurns({ atOnce: 1, eachAtOnce: 1, waitMs: WAIT_MS });
  /** Their images are in memory. */
  private readonly thumbnails = new FairTurns({ atOnce: 4, eachAtOnce: 1, waitMs: WAIT_MS });

  constructor(private readonly limits: FileLimits) {}

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /**
   * The size of an image that is complete and can be decoded. It is in memory only during its turn.
   *
   * @param mediaType as detected from its first bytes.
   * @throws ContentRefusedError, DependencyUnavailableError when the storage or the decoder is away, or too busy.
   */
  inspect(tenantId: string, content: ContentSource, mediaType: string): Promise<ImageSize> {
    return this.turns.take(tenantId, async (charge) => {
      const bytes = await buffer(await content.read());
      const { size } = await this.work(charge, { bytes, mediaType, maxPixels: this.limits.maxPixels });
      if (!size) throw ContentRefusedError.because('broken_image');
      return size;
    });
  }

  /**
   * The middle of an image as a small WebP.
   *
   * @param signal aborts it while it waits.
   * @throws ContentRefusedError, DependencyUnavailableError when the decoder is away, or too busy.
   */
  portrait(tenantId: string, bytes: Buffer, signal: AbortSignal): Promise<Buffer> {
    const task = { bytes, maxPixels: this.limits.maxAvatarPixels };
    return this.turns.take(tenantId, (charge) => this.draw(charge, task), signal);
  }

  /**
   * The image as a WebP of that width, or of its own if that is smaller. Of a tenant one is read at a time, and stands in
   * line with its other images: whoever looks at a hundred pictures does not hold up uploads. Nor does a storage that hangs.
   *
   * @throws as `inspect`.
   */
  thumbnail(tenantId: string, content: ContentSource, mediaType: string, width: number): Promise<Buffer> {
    return this.thumbnails.take(tenantId, async () => {
      const bytes = await buffer(await content.read());
      const task = { bytes, mediaType, width, maxPixels: this.limits.maxPixels };
      return this.turns.take(tenantId, (charge) => this.draw(charge, task));
    });
  }

  private async draw(charge: Charge, task: ImageTask): Promise<Buffer> {
    const { drawn } = await this.work(charge, task);
    if (!drawn) throw ContentRefusedError.because('broken_image');
    return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
  }

  private async work(charge: Charge, task: ImageTask): Promise<ImageResult> {
    const start = performance.now();
    try {
      return await this.thread.work(task);
    } finally {
      charge(performance.now() - start);
    }
  }
}
