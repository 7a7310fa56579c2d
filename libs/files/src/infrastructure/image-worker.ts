import { ContentRefusedError, type RefusalReason } from '../domain/files.errors';
import type { ImageSize } from '../domain/stored-file';
import { inspectImage } from './image-inspection';
import { portraitOf } from './portrait';

export interface ImageTask {
  readonly bytes: Uint8Array;
  readonly maxPixels: number;
  /** As its first bytes say, where only its size is asked for; else a portrait is made of it. */
  readonly mediaType?: string;
}

export interface ImageResult {
  readonly refused?: RefusalReason;
  readonly size?: ImageSize;
  readonly portrait?: Uint8Array;
}

/** The program of the thread that ImageThread starts. */
export default async function work({ bytes, maxPixels, mediaType }: ImageTask): Promise<ImageResult> {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (mediaType === undefined) return { portrait: await portraitOf(image, maxPixels) };
    return { size: await inspectImage(image, mediaType, maxPixels) };
  } catch (error) {
    // An error loses its class on the way to the other thread.
    if (error instanceof ContentRefusedError) return { refused: error.reason };
    throw error;
  }
}
