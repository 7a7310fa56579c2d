import { randomBytes } from 'node:crypto';
import { createCanvas, loadImage } from 'canvas';

export type ImageFormat = 'jpeg' | 'png' | 'webp';

/** Where each colour of the picture is: top left and right, bottom left and right. */
export const CORNERS = 'red green blue white';

/** The corners when a viewer applies the orientation of the metadata, by its value. */
export const TURNED_CORNERS: Readonly<Record<number, string>> = {
  1: CORNERS,
  2: 'green red white blue',
  3: 'white blue green red',
  4: 'blue white red green',
  5: 'red blue green white',
  6: 'blue red white green',
  7: 'white green blue red',
  8: 'green white red blue',
};

/** A picture with a colour in each corner. */
export function cornered(format: ImageFormat, width = 64, height = 64): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  for (const [index, colour] of ['#f00', '#0f0', '#00f', '#fff'].entries()) {
    context.fillStyle = colour;
    context.fillRect((index % 2) * halfWidth, (index >> 1) * halfHeight, halfWidth, halfHeight);
  }
  return canvas.encode(format as 'png');
}

/** A picture that differs from all others. */
export function aPicture(): Promise<Buffer> {
  const canvas = createCanvas(16, 16);
  const context = canvas.getContext('2d');
  for (const [index, value] of randomBytes(16).entries()) {
    context.fillStyle = `hsl(${Math.round((value * 360) / 256)} 100% 50%)`;
    context.fillRect((index % 4) * 4, (index >> 2) * 4, 4, 4);
  }
  return canvas.encode('png');
}

/** The colours in the corners of an image, in the form of CORNERS, with its size. */
export async function seen(bytes: Buffer): Promise<{ width: number; height: number; corners: string }> {
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const colourAt = (x: number, y: number): string => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x * image.width, y * image.height, 1, 1).data;
    const bits = [red, green, blue].map((value) => (value > 128 ? 1 : 0)).join('');
    return { '100': 'red', '010': 'green', '001': 'blue', '111': 'white' }[bits] ?? bits;
  };
  const corners = [0.2, 0.8].flatMap((y) => [0.2, 0.8].map((x) => colourAt(x, y))).join(' ');
  return { width: image.width, height: image.height, corners };
}

/** The JPEG with metadata as cameras write it: an orientation, and where it was taken. */
export function withExif(jpeg: Buffer, orientation: number, place = '48.8584N 2.2945E'): Buffer {
  const described = Buffer.concat([Buffer.from(place, 'latin1'), Buffer.alloc(1)]);
  const tiff = Buffer.alloc(38);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  tiff.set(exifEntry(0x010e, 2, described.length, tiff.length), 10);
  tiff.set(exifEntry(0x0112, 3, 1, orientation), 22);
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, described]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

function exifEntry(tag: number, type: number, count: number, value: number): Buffer {
  const entry = Buffer.alloc(12);
  entry.writeUInt16LE(tag, 0);
  entry.writeUInt16LE(type, 2);
  entry.writeUInt32LE(count, 4);
  entry.writeUInt32LE(value, 8);
  return entry;
}

/** The names of the chunks of a WebP. */
export function chunksOf(webp: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2)) {
    names.push(webp.toString('latin1', at, at + 4));
  }
  return names;
}
