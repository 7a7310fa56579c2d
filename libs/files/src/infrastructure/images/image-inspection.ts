import { type Image, loadImage } from 'canvas';
import { ContentRefusedError } from '../../domain/files.errors';
import type { ImageSize } from '../../domain/stored-file';
import { type ImageStructure, readJpeg, readPng, readWebp } from './image-structure';

const READERS: Readonly<Record<string, (bytes: Buffer) => ImageStructure>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
};

/**
 * The size of an image that is complete and can be decoded.
 *
 * @param mediaType as detected from its first bytes.
 * @throws ContentRefusedError
 */
export function inspectImage(bytes: Buffer, mediaType: string, maxPixels: number): Promise<ImageSize> {
  return withDecodedImage(bytes, mediaType, maxPixels, (_image, size) => size);
}

/**
 * Passes a complete, decoded image to `use`, turned as the orientation in its metadata says.
 *
 * @throws ContentRefusedError also if `use` fails.
 */
export async function withDecodedImage<T>(
  bytes: Buffer,
  mediaType: string,
  maxPixels: number,
  use: (image: Image, announced: ImageSize) => T | Promise<T>,
): Promise<T> {
  const read = READERS[mediaType];
  if (!read) throw ContentRefusedError.because('not_an_image');
  const structure = orBroken(() => read(bytes));
  const { width, height } = structure;
  if (width * height > maxPixels) throw ContentRefusedError.because('too_many_pixels');
  try {
    await structure.checkPicture?.();
    return await decode(bytes, { width, height }, use);
  } catch (error) {
    throw ContentRefusedError.because('broken_image', error);
  }
}

/** Frees the memory of the image at once. */
async function decode<T>(
  bytes: Buffer,
  announced: ImageSize,
  use: (image: Image, announced: ImageSize) => T | Promise<T>,
): Promise<T> {
  const image = await loadImage(bytes);
  try {
    const decoded = [image.width, image.height];
    const { width, height } = announced;
    if (!decoded.includes(width) || !decoded.includes(height)) {
      throw new Error(`Announced as ${width}x${height}, decoded as ${decoded.join('x')}`);
    }
    return await use(image, announced);
  } finally {
    image.src = Buffer.alloc(0);
  }
}

function orBroken<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw ContentRefusedError.because('broken_image', error);
  }
}
