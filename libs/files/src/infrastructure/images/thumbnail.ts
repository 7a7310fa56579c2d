import { withDecodedImage } from './image-inspection';
import { drawn } from './shrinking';

const QUALITY = 80;
/** A picture that is higher than that many times its width becomes narrower instead. */
const MAX_RATIO = 4;

/**
 * An image as a WebP of that width, turned as its metadata say; or of its own size, if that is smaller. Only pixels are
 * taken over.
 *
 * @throws ContentRefusedError
 */
export function thumbnailOf(bytes: Buffer, mediaType: string, width: number, maxPixels: number): Promise<Buffer> {
  return withDecodedImage(bytes, mediaType, maxPixels, (image) => {
    const scale = Math.min(1, width / image.width, (width * MAX_RATIO) / image.height);
    const [wide, high] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale))) as [
      number,
      number,
    ];
    return drawn({ picture: image, x: 0, y: 0, width: image.width, height: image.height }, wide, high).encode(
      'webp',
      QUALITY,
    );
  });
}
