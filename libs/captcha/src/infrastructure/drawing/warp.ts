import type { ImageData } from 'canvas';
import type { Random } from '../../domain/random';

type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

/** Shifts the rows of some columns of a picture sideways, in a wave from top to bottom. */
export function bend(pixels: ImageData, left: number, columns: number, strength: number, random: Random): void {
  const { data, width, height } = pixels;
  wave(height, strength, random.between(0.85, 1.45) * columns, random).forEach((shift, y) => {
    const start = 4 * (y * width + left);
    const row = data.subarray(start, start + 4 * columns);
    const by = 4 * Math.round(shift);
    if (by > 0) row.copyWithin(by, 0);
    if (by < 0) row.copyWithin(0, -by);
  });
}

/** Bends a picture in waves along both axes, and cuts its colours to five bits, which makes a small PNG. */
export function warp({ data, width, height }: ImageData, strength: number, random: Random): void {
  const source = { data: data.slice(), width, height };
  const across = wave(width, strength, random.between(38, 64), random);
  const down = wave(height, strength, random.between(28, 44), random);
  const skew = wave(width, strength / 2, random.between(60, 110), random);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = x + (down[y] ?? 0);
      const fromY = y + (across[x] ?? 0) + ((skew[x] ?? 0) * (y - height / 2)) / height;
      copyBetween(source, fromX, fromY, data, 4 * (y * width + x));
    }
  }
}

function wave(length: number, strength: number, period: number, random: Random): Float32Array {
  const phase = random.between(0, 2 * Math.PI);
  return Float32Array.from({ length }, (_, at) => strength * Math.sin((2 * Math.PI * at) / period + phase));
}

/** The colour at a position between four pixels. */
function copyBetween({ data, width, height }: Pixels, x: number, y: number, to: Uint8ClampedArray, at: number) {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const right = Math.max(0, Math.min(1, x - left));
  const low = Math.max(0, Math.min(1, y - top));
  const i = 4 * (top * width + left);
  const below = i + 4 * width;
  for (let channel = 0; channel < 3; channel++) {
    const upper = (data[i + channel] ?? 0) * (1 - right) + (data[i + 4 + channel] ?? 0) * right;
    const lower = (data[below + channel] ?? 0) * (1 - right) + (data[below + 4 + channel] ?? 0) * right;
    to[at + channel] = ((upper * (1 - low) + lower * low) & 0xf8) | 4;
  }
  to[at + 3] = 255;
}
