import type { ImageData } from 'canvas';

export interface Recolouring {
  /** Degrees round the circle of hues. */
  readonly hue: number;
  /** 1 leaves the contrast as it is. */
  readonly gain: number;
  /** Added to each channel, in 256ths. */
  readonly offset: number;
}

/** Rotates the hues as CSS does, then cuts colours to five bits; without that a PNG would be twice as large. */
export function recolour({ data }: ImageData, { hue, gain, offset }: Recolouring): void {
  const cos = Math.cos((hue * Math.PI) / 180);
  const sin = Math.sin((hue * Math.PI) / 180);
  const m = [
    0.213 + cos * 0.787 - sin * 0.213,
    0.715 - cos * 0.715 - sin * 0.715,
    0.072 - cos * 0.072 + sin * 0.928,
    0.213 - cos * 0.213 + sin * 0.143,
    0.715 + cos * 0.285 + sin * 0.14,
    0.072 - cos * 0.072 - sin * 0.283,
    0.213 - cos * 0.213 - sin * 0.787,
    0.715 - cos * 0.715 + sin * 0.715,
    0.072 + cos * 0.928 + sin * 0.072,
  ] as const;
  const level = (value: number) => (Math.max(0, Math.min(255, (value - 128) * gain + 128 + offset)) & 0xf8) | 4;
  for (let i = 0; i < data.length; i += 4) {
    const r = data[i] ?? 0;
    const g = data[i + 1] ?? 0;
    const b = data[i + 2] ?? 0;
    data[i] = level(m[0] * r + m[1] * g + m[2] * b);
    data[i + 1] = level(m[3] * r + m[4] * g + m[5] * b);
    data[i + 2] = level(m[6] * r + m[7] * g + m[8] * b);
  }
}

export type Rgb = readonly [number, number, number];

export function colourDistance(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The mean of the selected pixels of a rectangle, as far as it lies in the picture. */
export function meanColour(
  { data, width, height }: ImageData,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  counts: (x: number, y: number) => boolean = () => true,
): Rgb {
  let r = 0;
  let g = 0;
  let b = 0;
  let count = 0;
  for (let y = Math.max(0, area.y); y < Math.min(height, area.y + area.height); y++) {
    for (let x = Math.max(0, area.x); x < Math.min(width, area.x + area.width); x++) {
      if (!counts(x, y)) continue;
      const i = 4 * (y * width + x);
      r += data[i] ?? 0;
      g += data[i + 1] ?? 0;
      b += data[i + 2] ?? 0;
      count++;
    }
  }
  return count === 0 ? [128, 128, 128] : [r / count, g / count, b / count];
}
