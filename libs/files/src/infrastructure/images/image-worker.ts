import { ContentRefusedError, type RefusalReason } from '../../domain/files.errors';
import type { ImageSize } from '../../domain/stored-file';
import { inspectImage } from './image-inspection';
import { portraitOf } from './portrait';

export interface ImageTask {
  readonly bytes: Uint8Array;
  readonly maxPixels: number;
  /** As detected from its first bytes, if only its size is wanted; otherwise a portrait is made. */
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
    // Errors lose their class between threads.
    if (error instanceof ContentRefusedError) return { refused: error.reason };
    throw error;
  }
}
