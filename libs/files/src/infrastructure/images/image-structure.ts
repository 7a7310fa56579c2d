import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflate } from 'node:zlib';
import type { ImageSize } from '../../domain/stored-file';

/** What the structure of an image reveals before anything is decoded. */
export interface ImageStructure extends ImageSize {
  /** Throws if image data is missing although the structure is complete. Decoders are lenient, and fill the gap. */
  checkPicture?(): Promise<void>;
}

class BrokenImageError extends Error {}

const broken = (reason: string): never => {
  throw new BrokenImageError(reason);
};

const PNG_HEAD = 8;
const PNG_CHUNK_FRAME = 12;
/** Samples per pixel, and allowed bits per sample, by colour type. */
const PNG_COLOURS: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** The origin and the steps of each pass of an interlaced image: x, y, dx, dy. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Chunks with valid checksums from IHDR to IEND, and image data that decompresses to exactly the pixels. */
export function readPng(bytes: Buffer): ImageStructure {
  const data: Buffer[] = [];
  let header: Buffer | undefined;
  for (let at = PNG_HEAD; ;) {
    if (at + PNG_CHUNK_FRAME > bytes.length) broken('it breaks off');
    const end = at + PNG_CHUNK_FRAME + bytes.readUInt32BE(at);
    if (end > bytes.length) broken('it breaks off');
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) broken('a checksum is wrong');
    if (header === undefined) {
      if (type !== 'IHDR' || content.length !== 13) broken('it has no header');
      header = content;
    }
    if (type === 'IDAT') data.push(content);
    if (type === 'IEND') break;
    at = end;
  }
  const [width, height, expected] = pngHeader(header);
  return { width, height, checkPicture: () => checkInflated(data, expected) };
}

/** Width, height, and the number of bytes to which the image data must decompress. */
function pngHeader(header: Buffer): [number, number, number] {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlace] = header.subarray(8);
  const { samples, depths } = PNG_COLOURS[colour] ?? broken('it has no known colours');
  if (width === 0 || height === 0 || !depths.includes(depth)) broken('its header makes no sense');
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) broken('its header makes no sense');
  const scanlines = (columns: number, rows: number) =>
    columns === 0 || rows === 0 ? 0 : rows * (1 + Math.ceil((columns * samples * depth) / 8));
  if (interlace === 0) return [width, height, scanlines(width, height)];
  const passes = ADAM7.map(([x, y, dx, dy]) =>
    scanlines(Math.max(0, Math.ceil((width - x) / dx)), Math.max(0, Math.ceil((height - y) / dy))),
  );
  return [width, height, passes.reduce((sum, bytes) => sum + bytes, 0)];
}

async function checkInflated(data: readonly Buffer[], expected: number): Promise<void> {
  let unfolded = 0;
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      unfolded += chunk.length;
      done(unfolded > expected ? new BrokenImageError('it has more data than pixels') : null);
    },
  });
  await pipeline(Readable.from(data), createInflate(), count);
  if (unfolded < expected) broken('it has fewer data than pixels');
}

/** Segments from the start to the end marker, with one frame and at least one scan. */
export function readJpeg(bytes: Buffer): ImageStructure {
  let frame: ImageSize | undefined;
  let scans = 0;
  for (let at = 2; ;) {
    if (bytes[at] !== 0xff) broken('a marker is missing');
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at++] ?? broken('it breaks off');
    if (marker === 0xd9) break;
    if (marker === 0 || marker === 0xd8) broken('a marker makes no sense');
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue;
    if (at + 2 > bytes.length) broken('it breaks off');
    const end = at + bytes.readUInt16BE(at);
    if (end > bytes.length || end < at + 2) broken('it breaks off');
    if (isFrame(marker)) {
      if (frame || end < at + 8) broken('it has no single frame');
      frame = { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
    }
    at = marker === 0xda ? endOfScan(bytes, end) : end;
    if (marker === 0xda) scans += 1;
  }
  if (!frame || scans === 0 || frame.width === 0 || frame.height === 0) return broken('it has no picture');
  return frame;
}

/** Start of frame, of any coding; the markers left out are tables of codes and an extension. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** The next marker that does not belong to a scan. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; ;) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    if (at < 0 || next === undefined) return broken('it breaks off');
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 2;
  }
}

/** A complete RIFF container, with a picture of the announced size. */
export function readWebp(bytes: Buffer): ImageStructure {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) broken('it breaks off');
  let canvas: ImageSize | undefined;
  let isPictured = false;
  for (let at = 12; at < end;) {
    if (at + 8 > end) broken('it breaks off');
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + size);
    if (at + 8 + size > end) broken('it breaks off');
    const found = WEBP_SIZES[type]?.(content);
    if (found) {
      canvas ??= found;
      isPictured ||= type !== 'VP8X';
      const fits = type === 'ANMF' ? found.width <= canvas.width && found.height <= canvas.height : same(found, canvas);
      if (!fits) broken('its pictures do not fit');
    }
    at += 8 + size + (size % 2);
  }
  return canvas && isPictured ? canvas : broken('it has no picture');
}

/** How to read the size from each kind of chunk that has one. */
const WEBP_SIZES: Readonly<Record<string, (content: Buffer) => ImageSize>> = {
  VP8X: (content) => sizeAt(content, 4),
  ANMF: (content) => sizeAt(content, 6),
  'VP8 ': (content) => {
    if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) broken('it has no key frame');
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  },
  VP8L: (content) => {
    if (content.length < 5 || content[0] !== 0x2f) broken('it has no header');
    const bits = content.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
};

/** Two 24-bit numbers, each stored minus one. */
function sizeAt(content: Buffer, at: number): ImageSize {
  if (content.length < at + 6) broken('it breaks off');
  return { width: content.readUIntLE(at, 3) + 1, height: content.readUIntLE(at + 3, 3) + 1 };
}

function same(a: ImageSize, b: ImageSize): boolean {
  return a.width === b.width && a.height === b.height;
}
