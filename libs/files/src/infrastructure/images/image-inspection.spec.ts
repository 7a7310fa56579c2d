import { createCanvas } from 'canvas';
import fc from 'fast-check';
import { crc32, deflateSync } from 'node:zlib';
import { ContentRefusedError } from '../../domain/files.errors';
import { inspectImage } from './image-inspection';

const MAX_PIXELS = 1_000_000;
const [WIDTH, HEIGHT] = [120, 80];

const FORMATS = ['jpeg', 'png', 'webp'] as const;

/** A picture that does not compress well. */
function picture(format: (typeof FORMATS)[number], width = WIDTH, height = HEIGHT): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let n = 0; n < 500; n++) {
    context.fillStyle = `rgb(${n % 256}, ${(n * 7) % 256}, ${(n * 13) % 256})`;
    context.fillRect((n * 37) % width, (n * 53) % height, 9, 7);
  }
  return canvas.encode(format as 'png');
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A PNG of one colour type and depth, its image data as given. */
function png(
  width: number,
  height: number,
  data: Buffer,
  {
    depth = 8,
    colour = 0,
    interlace = 0,
    end = true,
  }: Partial<Record<'depth' | 'colour' | 'interlace', number>> & {
    end?: boolean;
  } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    ...(end ? [chunk('IEND', Buffer.alloc(0))] : []),
  ]);
}

const reasonOf = (inspection: Promise<unknown>) =>
  inspection.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ContentRefusedError) return error.extra['reason'];
      throw error;
    },
  );

const inspect = (bytes: Buffer, format: string) => inspectImage(bytes, `image/${format}`, MAX_PIXELS);

describe.each(FORMATS)('A %s image', (format) => {
  it('is accepted with its size', async () => {
    expect(await inspect(await picture(format), format)).toEqual({ width: WIDTH, height: HEIGHT });
  });

  it('may have data after its end, as cameras write it', async () => {
    const bytes = Buffer.concat([await picture(format), Buffer.from('trailer')]);
    expect(await inspect(bytes, format)).toEqual({ width: WIDTH, height: HEIGHT });
  });

  it('is refused when anything is missing at its end', async () => {
    const bytes = await picture(format);
    for (const length of [13, 20, 50, bytes.length >> 1, bytes.length - 50, bytes.length - 3]) {
      const refusal = await reasonOf(inspect(bytes.subarray(0, length), format));
      expect({ length, refusal }).toEqual({ length, refusal: 'broken_image' });
    }
  });

  it('may have as many pixels as the limit, and no more', async () => {
    const bytes = await picture(format, 1_001, 1_000);
    expect(await reasonOf(inspectImage(bytes, `image/${format}`, 1_001_000))).toBeNull();
    expect(await reasonOf(inspectImage(bytes, `image/${format}`, 1_000_999))).toBe('too_many_pixels');
  });

  it('is refused, and causes no other error, whatever is wrong inside', async () => {
    const bytes = await picture(format, 40, 30);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const damaged = Buffer.from(bytes);
          for (const [at, value] of changes) damaged[at] = value;
          expect([null, 'broken_image', 'too_many_pixels']).toContain(await reasonOf(inspect(damaged, format)));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('A PNG', () => {
  const GREY = Buffer.alloc(10 * 11);

  it('is refused for a wrong checksum', async () => {
    const bytes = await picture('png');
    bytes[bytes.length >> 1]! ^= 1;
    expect(await reasonOf(inspect(bytes, 'png'))).toBe('broken_image');
  });

  it('must have as much image data as its pixels need', async () => {
    expect(await inspect(png(10, 10, GREY), 'png')).toEqual({ width: 10, height: 10 });
    expect(await reasonOf(inspect(png(10, 10, GREY.subarray(1)), 'png'))).toBe('broken_image');
    expect(await reasonOf(inspect(png(10, 10, Buffer.alloc(111)), 'png'))).toBe('broken_image');
  });

  it.each([
    [{ depth: 1, colour: 0 }, 1],
    [{ depth: 16, colour: 2 }, 6],
    [{ depth: 8, colour: 6 }, 4],
    [{ depth: 16, colour: 4 }, 4],
  ])('counts the bytes of its colours: %j', async (colours, bytesOfPixel) => {
    const row = colours.depth === 1 ? 2 : 8 * bytesOfPixel;
    const width = colours.depth === 1 ? 9 : 8;
    expect(await inspect(png(width, 3, Buffer.alloc(3 * (1 + row)), colours), 'png')).toEqual({ width, height: 3 });
  });

  it('counts the passes of an interlaced one', async () => {
    // 8 x 8: passes of 1x1, 1x1, 2x1, 2x2, 4x2, 4x4 and 8x4 pixels, each row with its filter.
    const bytes = 2 + 2 + 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9;
    expect(await inspect(png(8, 8, Buffer.alloc(bytes), { interlace: 1 }), 'png')).toEqual({ width: 8, height: 8 });
    expect(await reasonOf(inspect(png(8, 8, Buffer.alloc(bytes - 1), { interlace: 1 }), 'png'))).toBe('broken_image');
    // Passes without columns have no rows.
    expect(await inspect(png(1, 1, Buffer.alloc(2), { interlace: 1 }), 'png')).toEqual({ width: 1, height: 1 });
  });

  it('that decompresses to far more than its pixels is abandoned early', async () => {
    const bomb = png(10, 10, Buffer.alloc(100 * 1024 * 1024));
    const before = process.memoryUsage.rss();
    expect(await reasonOf(inspect(bomb, 'png'))).toBe('broken_image');
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('of huge dimensions is refused without being decoded', async () => {
    expect(await reasonOf(inspect(png(60_000, 60_000, Buffer.alloc(1_000)), 'png'))).toBe('too_many_pixels');
    expect(await reasonOf(inspect(png(2 ** 31, 2 ** 31, Buffer.alloc(0)), 'png'))).toBe('too_many_pixels');
  });

  it.each([
    ['no pixels', () => png(0, 10, GREY)],
    ['colours that there are not', () => png(10, 10, GREY, { colour: 5 })],
    ['a depth that its colours do not have', () => png(10, 10, GREY, { colour: 2, depth: 4 })],
    ['no end', () => png(10, 10, GREY, { end: false })],
    ['nothing but its first bytes', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ])('is refused with %s', async (_, make) => {
    expect(await reasonOf(inspect(make(), 'png'))).toBe('broken_image');
  });
});

describe('A JPEG', () => {
  const START = [0xff, 0xd8];
  const frame = (width: number, height: number) => [
    ...[0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255],
    ...[1, 1, 0x11, 0],
  ];
  const SCAN = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34];
  const END = [0xff, 0xd9];

  it.each([
    [
      'two frames, of which a decoder takes the other',
      [...START, ...frame(8, 8), ...frame(9_000, 9_000), ...SCAN, ...END],
    ],
    ['no frame', [...START, ...SCAN, ...END]],
    ['no scan', [...START, ...frame(8, 8), ...END]],
    ['a frame without rows', [...START, ...frame(8, 0), ...SCAN, ...END]],
    ['a second start', [...START, ...START, ...frame(8, 8), ...SCAN, ...END]],
    ['something between its segments', [...START, 0, ...frame(8, 8), ...SCAN, ...END]],
    ['a segment that reaches beyond the end', [...START, 0xff, 0xe0, 0xff, 0xff, ...END]],
    ['a segment shorter than its own length', [...START, 0xff, 0xe0, 0, 1, ...END]],
    ['form but no picture', [...START, ...frame(8, 8), ...SCAN, ...END]],
  ])('is refused with %s', async (_, bytes) => {
    expect(await reasonOf(inspect(Buffer.from(bytes), 'jpeg'))).toBe('broken_image');
  });

  it('is measured by its frame, not by a preview before it', async () => {
    const bytes = await picture('jpeg');
    const preview = Buffer.from([...START, ...frame(8, 8), ...SCAN, ...END]);
    const segment = Buffer.from([0xff, 0xe1, 0, preview.length + 2]);
    const whole = Buffer.concat([bytes.subarray(0, 2), segment, preview, bytes.subarray(2)]);
    expect(await inspect(whole, 'jpeg')).toEqual({ width: WIDTH, height: HEIGHT });
  });
});

describe('A WebP', () => {
  const riff = (...chunks: [string, Buffer][]) => {
    const body = Buffer.concat(
      chunks.map(([type, content]) => {
        const head = Buffer.alloc(8);
        head.write(type, 'latin1');
        head.writeUInt32LE(content.length, 4);
        return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
      }),
    );
    const head = Buffer.alloc(12);
    head.write('RIFF', 'latin1');
    head.writeUInt32LE(body.length + 4, 4);
    head.write('WEBP', 8, 'latin1');
    return Buffer.concat([head, body]);
  };
  const canvas = (width: number, height: number) => {
    const content = Buffer.alloc(10);
    content.writeUIntLE(width - 1, 4, 3);
    content.writeUIntLE(height - 1, 7, 3);
    return content;
  };
  const lossless = (width: number, height: number) => {
    const content = Buffer.alloc(6);
    content[0] = 0x2f;
    content.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
    return content;
  };

  it.each([
    ['a canvas and no picture', riff(['VP8X', canvas(8, 8)])],
    ['a picture larger than its canvas', riff(['VP8X', canvas(8, 8)], ['VP8L', lossless(9_000, 9_000)])],
    ['no picture', riff(['EXIF', Buffer.from('data')])],
    ['a chunk that reaches beyond the end', riff(['VP8L', lossless(8, 8)]).fill(0xff, 16, 20)],
    ['a header of no lossless picture', riff(['VP8L', Buffer.from('123456')])],
    ['a header of no lossy picture', riff(['VP8 ', Buffer.alloc(20)])],
  ])('is refused with %s', async (_, bytes) => {
    expect(await reasonOf(inspect(bytes, 'webp'))).toBe('broken_image');
  });

  it.each([
    ['an extended one', riff(['VP8X', canvas(16_000, 16_000)], ['VP8L', lossless(16_000, 16_000)])],
    ['a lossless one', riff(['VP8L', lossless(16_000, 16_000)])],
  ])('tells how large it is: %s', async (_, bytes) => {
    expect(await reasonOf(inspect(bytes, 'webp'))).toBe('too_many_pixels');
  });
});

describe('Anything else', () => {
  it.each(['image/gif', 'image/svg+xml', 'image/avif', 'application/pdf', 'text/html'])(
    'is not an image: %s',
    async (mediaType) => {
      expect(await reasonOf(inspectImage(await picture('png'), mediaType, MAX_PIXELS))).toBe('not_an_image');
    },
  );

  it('does not take the turn of images that wait to be decoded', async () => {
    const [good, bad] = [await picture('jpeg'), Buffer.from('\xff\xd8', 'latin1')];
    const outcomes = await Promise.all([good, bad, good, bad, good].map((bytes) => reasonOf(inspect(bytes, 'jpeg'))));
    expect(outcomes).toEqual([null, 'broken_image', null, 'broken_image', null]);
  });
});
