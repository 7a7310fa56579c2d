import { ContentRefusedError } from '../../domain/files.errors';
import { withDecodedImage } from './image-inspection';
import { mediaTypeOf } from '../detection/media-type';
import { drawn } from './shrinking';

export const PORTRAIT_MEDIA_TYPE = 'image/webp';

/** Pixels per side. */
const SIDE = 512;
const QUALITY = 80;

/**
 * The middle of an image as a square WebP. Only pixels are taken over: no metadata, and nothing else from the file.
 *
 * @throws ContentRefusedError
 */
export async function portraitOf(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  if (bytes.length === 0) throw ContentRefusedError.because('empty');
  return withDecodedImage(bytes, await mediaTypeOf(bytes), maxPixels, async (image) => {
    const side = Math.min(image.width, image.height);
    const [x, y] = [image.width, image.height].map((all) => Math.floor((all - side) / 2)) as [number, number];
    return drawn({ picture: image, x, y, width: side, height: side }, SIDE, SIDE).encode('webp', QUALITY);
  });
}
