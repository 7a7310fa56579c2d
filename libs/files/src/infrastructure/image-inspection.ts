import { loadImage } from 'canvas';
import { ContentRefusedError } from '../domain/files.errors';
import type { ImageSize } from '../domain/stored-file';
import { type ImageStructure, readJpeg, readPng, readWebp } from './image-structure';

const READERS: Readonly<Record<string, (bytes: Buffer) => ImageStructure>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
};

/** One image at a time: a decoded one may take 160 MB. */
let decoding: Promise<unknown> = Promise.resolve();

/**
 * The size of an image that is whole and can be decoded.
 *
 * @param mediaType as its first bytes say.
 * @throws ContentRefusedError
 */
export async function inspectImage(bytes: Buffer, mediaType: string, maxPixels: number): Promise<ImageSize> {
  const read = READERS[mediaType];
  if (!read) throw ContentRefusedError.because('not_an_image');
  const structure = orBroken(() => read(bytes));
  const { width, height } = structure;
  if (width * height > maxPixels) throw ContentRefusedError.because('too_many_pixels');
  try {
    await structure.checkPicture?.();
    const turn = decoding.then(() => decode(bytes, structure));
    decoding = turn.catch(() => undefined);
    await turn;
  } catch (error) {
    throw ContentRefusedError.because('broken_image', error);
  }
  return { width, height };
}

/** Decodes in the thread pool, and gives the memory back at once. */
async function decode(bytes: Buffer, { width, height }: ImageSize): Promise<void> {
  const image = await loadImage(bytes);
  const decoded = [image.width, image.height];
  image.src = Buffer.alloc(0);
  // An orientation in the metadata turns the image.
  const isAnnounced = decoded.includes(width) && decoded.includes(height);
  if (!isAnnounced) throw new Error(`Announced as ${width}x${height}, decoded as ${decoded.join('x')}`);
}

function orBroken<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw ContentRefusedError.because('broken_image', error);
  }
}
