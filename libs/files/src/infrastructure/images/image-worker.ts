import { ContentRefusedError, type RefusalReason } from '../../domain/files.errors';
import type { ImageSize } from '../../domain/stored-file';
import { inspectImage } from './image-inspection';
import { portraitOf } from './portrait';
import { thumbnailOf } from './thumbnail';

export interface ImageTask {
  readonly bytes: Uint8Array;
  readonly maxPixels: number;
  /** As detected from its first bytes; without it a portrait is made. */
  readonly mediaType?: string;
  /** Of the thumbnail that is made; without it only the size of the image is wanted. */
  readonly width?: number;
}

export interface ImageResult {
  readonly refused?: RefusalReason;
  readonly size?: ImageSize;
  /** A portrait or a thumbnail. */
  readonly drawn?: Uint8Array;
}

/** The program of the thread that ImageThread starts. */
export default async function work({ bytes, maxPixels, mediaType, width }: ImageTask): Promise<ImageResult> {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (mediaType === undefined) return { drawn: await portraitOf(image, maxPixels) };
    if (width === undefined) return { size: await inspectImage(image, mediaType, maxPixels) };
    return { drawn: await thumbnailOf(image, mediaType, width, maxPixels) };
  } catch (error) {
    // Errors lose their class between threads.
    if (error instanceof ContentRefusedError) return { refused: error.reason };
    throw error;
  }
}
