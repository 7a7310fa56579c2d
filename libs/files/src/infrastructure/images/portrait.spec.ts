import { createCanvas, loadImage } from 'canvas';
import { chunksOf, CORNERS, cornered, seen, TURNED_CORNERS, withExif } from '../../../../../test/support/images';
import { ContentRefusedError } from '../../domain/files.errors';
import { portraitOf } from './portrait';

const MAX_PIXELS = 40_000_000;
const SQUARE = { width: 512, height: 512 };

describe('A portrait', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('is a WebP of 512 by 512 pixels, made of a %s', async (format) => {
    const portrait = await portraitOf(await cornered(format), MAX_PIXELS);
    expect(portrait.toString('latin1', 0, 4) + portrait.toString('latin1', 8, 12)).toBe('RIFFWEBP');
    expect(await seen(portrait)).toEqual({ ...SQUARE, corners: CORNERS });
  });

  it.each([
    ['a landscape', 1_200, 300],
    ['an upright one', 300, 1_200],
    ['one of a single pixel', 1, 1],
    ['one that is halved', 2_048, 2_049],
    ['one that is halved twice, with sides that are no multiple', 4_099, 4_101],
  ])('shows the middle of %s', async (_, width, height) => {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const side = Math.min(width, height);
    context.translate((width - side) / 2, (height - side) / 2);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    // A circle stays round only if both sides were scaled alike.
    context.fillStyle = '#f00';
    context.beginPath();
    context.arc(side / 2, side / 2, side / 4, 0, 2 * Math.PI);
    context.fill();
    const portrait = await portraitOf(await canvas.encode('jpeg'), MAX_PIXELS);
    const [across, down] = await extentOfRed(portrait);
    expect((await seen(portrait)).width).toBe(512);
    if (side > 1) {
      expect(Math.abs(across - 256)).toBeLessThan(8);
      expect(Math.abs(down - 256)).toBeLessThan(8);
    }
  });

  it.each(Object.entries(TURNED_CORNERS))('is turned according to orientation %s', async (orientation, corners) => {
    const jpeg = withExif(await cornered('jpeg', 80, 40), Number(orientation));
    expect(await seen(await portraitOf(jpeg, MAX_PIXELS))).toEqual({ ...SQUARE, corners });
  });

  it('contains no metadata or other data of the file', async () => {
    const jpeg = Buffer.concat([withExif(await cornered('jpeg'), 6), Buffer.from('<script>alert(1)</script>')]);
    expect(jpeg.toString('latin1')).toContain('48.8584N');
    const portrait = await portraitOf(jpeg, MAX_PIXELS);
    expect(portrait.toString('latin1')).not.toMatch(/48\.8584N|Exif|script/);
    expect(chunksOf(portrait)).not.toContain('EXIF');
    expect(chunksOf(portrait)).not.toContain('XMP ');
  });

  it('keeps transparency', async () => {
    const clear = await portraitOf(await createCanvas(64, 64).encode('png'), MAX_PIXELS);
    const canvas = createCanvas(512, 512);
    canvas.getContext('2d').drawImage(await loadImage(clear), 0, 0);
    expect([...canvas.getContext('2d').getImageData(256, 256, 1, 1).data]).toEqual([0, 0, 0, 0]);
  });

  it('is smooth where the detail of an image is too fine to be shown', async () => {
    const canvas = createCanvas(3_000, 3_000);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 3_000, 3_000);
    context.fillStyle = '#000';
    for (let row = 0; row < 3_000; row += 2) context.fillRect(0, row, 3_000, 1);
    const shown = createCanvas(512, 512);
    shown.getContext('2d').drawImage(await loadImage(await portraitOf(await canvas.encode('jpeg'), MAX_PIXELS)), 0, 0);
    const { data } = shown.getContext('2d').getImageData(0, 0, 512, 512);
    const isGrey = (value: number, index: number) => index % 4 === 3 || (value > 112 && value < 144);
    expect(data.findIndex((value, index) => !isGrey(value, index))).toBe(-1);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['text', Buffer.from('GIF89a is what this is not'), 'not_an_image'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'not_an_image'],
    ['the beginning of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'broken_image'],
  ])('is not made of %s', async (_, bytes, reason) => {
    await expect(portraitOf(bytes, MAX_PIXELS)).rejects.toMatchObject({ extra: { reason } });
    await expect(portraitOf(bytes, MAX_PIXELS)).rejects.toBeInstanceOf(ContentRefusedError);
  });

  it('is not made of a GIF', async () => {
    const gif = await createCanvas(4, 4).encode('gif');
    await expect(portraitOf(gif, MAX_PIXELS)).rejects.toMatchObject({ extra: { reason: 'not_an_image' } });
  });

  it('is not made of an image with too many pixels, which is not even decoded', async () => {
    const png = await cornered('png', 100, 100);
    await expect(portraitOf(png, 9_999)).rejects.toMatchObject({ extra: { reason: 'too_many_pixels' } });
  });
});

/** How many pixels wide and high the red part is. */
async function extentOfRed(bytes: Buffer): Promise<[number, number]> {
  const canvas = createCanvas(512, 512);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(bytes), 0, 0);
  const lines = [context.getImageData(0, 256, 512, 1).data, context.getImageData(256, 0, 1, 512).data];
  return lines.map((line) => line.filter((value, index) => index % 4 === 1 && value < 128).length) as [number, number];
}
