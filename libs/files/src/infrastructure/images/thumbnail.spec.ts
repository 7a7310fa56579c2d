import { createCanvas } from 'canvas';
import { chunksOf, CORNERS, cornered, seen, TURNED_CORNERS, withExif } from '../../../../../test/support/images';
import { thumbnailOf } from './thumbnail';

const MAX_PIXELS = 40_000_000;
const TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await seen(bytes);
  return { width, height };
};

describe('A thumbnail', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('is a WebP of the width, made of a whole %s', async (format) => {
    const thumbnail = await thumbnailOf(await cornered(format, 640, 480), TYPES[format], 320, MAX_PIXELS);
    expect(thumbnail.toString('latin1', 0, 4) + thumbnail.toString('latin1', 8, 12)).toBe('RIFFWEBP');
    expect(await seen(thumbnail)).toEqual({ width: 320, height: 240, corners: CORNERS });
  });

  it.each([
    ['a small one', [40, 30], 320, [40, 30]],
    ['one of a single pixel', [1, 1], 64, [1, 1]],
    ['one of just the width', [64, 100], 64, [64, 100]],
    ['an upright one', [300, 600], 64, [64, 128]],
    ['one that is halved on the way', [2_049, 1_025], 64, [64, 32]],
    ['a very high one', [400, 8_000], 64, [13, 256]],
    ['a very wide one', [8_000, 40], 320, [320, 2]],
    ['a line across', [16_000, 1], 64, [64, 1]],
    ['a line down', [1, 16_000], 64, [1, 256]],
  ] as const)('is never larger than the image, nor very high: %s', async (_, [width, height], wanted, expected) => {
    const png = await createCanvas(width, height).encode('png');
    const made = await sizeOf(await thumbnailOf(png, 'image/png', wanted, MAX_PIXELS));
    expect(made).toEqual({ width: expected[0], height: expected[1] });
  });

  it.each(Object.entries(TURNED_CORNERS))('is turned according to orientation %s', async (orientation, corners) => {
    const jpeg = withExif(await cornered('jpeg', 640, 320), Number(orientation));
    const isUpright = Number(orientation) > 4;
    const size = isUpright ? { width: 320, height: 640 } : { width: 320, height: 160 };
    expect(await seen(await thumbnailOf(jpeg, 'image/jpeg', 320, MAX_PIXELS))).toEqual({ ...size, corners });
  });

  it('contains no metadata or other data of the file, also where it is as large', async () => {
    const jpeg = Buffer.concat([withExif(await cornered('jpeg'), 6), Buffer.from('<script>alert(1)</script>')]);
    expect(jpeg.toString('latin1')).toContain('48.8584N');
    const thumbnail = await thumbnailOf(jpeg, 'image/jpeg', 320, MAX_PIXELS);
    expect(thumbnail.toString('latin1')).not.toMatch(/48\.8584N|Exif|script/);
    expect(chunksOf(thumbnail)).not.toContain('EXIF');
  });

  it('is made of the largest image that files may be', async () => {
    const large = createCanvas(8_000, 5_000);
    large.getContext('2d').fillRect(0, 0, 4_000, 5_000);
    const thumbnail = await thumbnailOf(await large.encode('png'), 'image/png', 64, MAX_PIXELS);
    expect(await sizeOf(thumbnail)).toEqual({ width: 64, height: 40 });
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string, string]>([
    ['what is no image', () => Buffer.from('text'), 'text/plain', 'not_an_image'],
    ['a broken one', async () => (await cornered('png')).subarray(0, 60), 'image/png', 'broken_image'],
    ['one of another type', () => cornered('png'), 'image/jpeg', 'broken_image'],
    ['one with too many pixels, which is not decoded', () => bomb(60_000, 60_000), 'image/png', 'too_many_pixels'],
    ['one with fewer data than it announces', () => bomb(6_000, 6_000), 'image/png', 'broken_image'],
  ])('is not made of %s', async (_, content, mediaType, reason) => {
    await expect(thumbnailOf(await content(), mediaType, 64, MAX_PIXELS)).rejects.toMatchObject({ reason });
  });
});

/** A small PNG that announces a large one. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const png = await cornered('png');
  const { crc32 } = await import('node:zlib');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
