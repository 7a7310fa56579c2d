import { type Canvas, createCanvas, type Image } from 'canvas';
import { ContentRefusedError } from '../../domain/files.errors';
import { withDecodedImage } from './image-inspection';
import { mediaTypeOf } from '../detection/media-type';

export const PORTRAIT_MEDIA_TYPE = 'image/webp';

/** Pixels per side. */
const SIDE = 512;
const QUALITY = 80;

/** A part of a picture. */
interface Square {
  readonly picture: Image | Canvas;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/**
 * The middle of an image as a square WebP. Only pixels are taken over: no metadata, and nothing else from the file.
 *
 * @throws ContentRefusedError
 */
export async function portraitOf(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  if (bytes.length === 0) throw ContentRefusedError.because('empty');
  return withDecodedImage(bytes, await mediaTypeOf(bytes), maxPixels, async (image) => {
    const shorter = Math.min(image.width, image.height);
    // Shrinking an image by more than a factor of four at once takes long, or looks bad.
    const halvings = Math.max(0, Math.floor(Math.log2(shorter / SIDE)) - 1);
    let square = middleOf(image, shorter - (shorter % 2 ** halvings));
    for (let step = 0; step < halvings; step++) square = halved(square);
    const { picture, x, y, side } = square;
    const portrait = createCanvas(SIDE, SIDE);
    const context = portrait.getContext('2d');
    context.imageSmoothingQuality = 'medium';
    context.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE);
    return portrait.encode('webp', QUALITY);
  });
}

function middleOf(image: Image, side: number): Square {
  return {
    picture: image,
    x: Math.floor((image.width - side) / 2),
    y: Math.floor((image.height - side) / 2),
    side,
  };
}

/** Each pixel becomes the mean of four: at exactly half the size the simplest smoothing does that. */
function halved({ picture, x, y, side }: Square): Square {
  const half = side / 2;
  const canvas = createCanvas(half, half);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'low';
  context.drawImage(picture, x, y, side, side, 0, 0, half, half);
  return { picture: canvas, x: 0, y: 0, side: half };
}
