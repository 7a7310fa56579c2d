import { createCanvas, loadImage } from 'canvas';
import type { CaptchaPicture } from '../../libs/captcha/src/domain/challenge-renderer';

/** A picture as a program sees it: planes of numbers from 0 to 255. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue. */
  readonly channels: readonly [Float32Array, Float32Array, Float32Array];
  readonly grey: Float32Array;
  readonly alpha: Float32Array;
}

export async function readPicture({ dataUrl, width, height }: CaptchaPicture): Promise<Planes> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(dataUrl), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const plane = (channel: number) =>
    Float32Array.from({ length: width * height }, (_, pixel) => data[4 * pixel + channel] ?? 0);
  const channels = [plane(0), plane(1), plane(2)] as const;
  const grey = channels[0].map((r, i) => 0.299 * r + 0.587 * (channels[1][i] ?? 0) + 0.114 * (channels[2][i] ?? 0));
  return { width, height, channels, grey, alpha: plane(3) };
}

/** How steep a plane is at each pixel (Sobel), after a light blur against grain. */
export function edgesOf(plane: Float32Array, width: number, height: number): Float32Array {
  const soft = blur(plane, width, height);
  const edges = new Float32Array(plane.length);
  const at = (x: number, y: number) => soft[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const gx =
        at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x - 1, y) - at(x - 1, y + 1);
      const gy =
        at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x, y - 1) - at(x + 1, y - 1);
      edges[y * width + x] = Math.hypot(gx, gy);
    }
  }
  return edges;
}

/** The mean of each pixel and its eight neighbours. */
export function blur(plane: Float32Array, width: number, height: number): Float32Array {
  return boxMean(plane, width, height, 1);
}

/** The mean over a square around each pixel, by running sums. */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += plane[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const result = new Float32Array(plane.length);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const corner = (cx: number, cy: number) => sums[cy * (width + 1) + cx] ?? 0;
      const sum = corner(right, bottom) - corner(left, bottom) - corner(right, top) + corner(left, top);
      result[y * width + x] = sum / ((right - left) * (bottom - top));
    }
  }
  return result;
}

/** The correlation of two rows of numbers, from -1 to 1; it does not mind linear recolouring. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return product(normalised(a), normalised(b));
}

/** The same numbers, of mean 0 and length 1: the product of two of them is their correlation. */
export function normalised(values: ArrayLike<number>): Float32Array {
  const result = Float32Array.from(values);
  let mean = 0;
  for (const value of result) mean += value / result.length;
  let square = 0;
  for (const value of result) square += (value - mean) ** 2;
  const length = Math.sqrt(square) || 1;
  return result.map((value) => (value - mean) / length);
}

/** Sums up a[i] * b[i + shift]. */
export function product(a: Float32Array, b: Float32Array, shift = 0): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i + shift] ?? 0);
  return sum;
}
