import { Readable } from 'node:stream';
import { newId } from '@libs/kernel';
import { createCanvas } from 'canvas';
import { cornered } from '../../../../../test/support/images';
import { FileLimits } from '../../domain/file-purpose';
import { ImageDecoder } from './image-decoder';

const LIMITS = { imageBytes: 5e6, imageMegapixels: 40, avatarMegapixels: 16, packageBytes: 1, attachmentBytes: 1 };
const NEVER = new AbortController().signal;

describe('The image decoder', () => {
  let decoder: ImageDecoder;

  beforeEach(() => {
    decoder = new ImageDecoder(new FileLimits(LIMITS));
  });
  afterEach(() => decoder.onApplicationShutdown());

  it('shares its time among tenants: the flood of one waits behind the image of another', async () => {
    const [flooding, other] = [newId(), newId()];
    const [large, small] = [await createCanvas(1_500, 1_500).encode('png'), await cornered('png')];
    const done: string[] = [];
    const flood = Array.from({ length: 12 }, async () => {
      await decoder.portrait(flooding, large, NEVER);
      done.push('flood');
    });
    const mine = [
      decoder.portrait(other, small, NEVER),
      decoder.inspect(other, { size: small.length, read: () => Promise.resolve(Readable.from([small])) }, 'image/png'),
    ].map((work) => work.then(() => done.push('mine')));
    await Promise.all([...flood, ...mine]);
    // One image of the flood is under way. How many of it come between the two depends on what they take.
    expect(done.slice(0, 2)).toEqual(['flood', 'mine']);
    expect(done.lastIndexOf('mine')).toBeLessThan(done.lastIndexOf('flood'));
  });

  it('neither decodes an image aborted while it waited, nor reads one that still waits', async () => {
    const tenantId = newId();
    const small = await cornered('png');
    let reads = 0;
    const read = () => {
      reads++;
      return Promise.resolve(Readable.from([small]));
    };
    const hangUp = new AbortController();
    const first = decoder.inspect(tenantId, { size: small.length, read }, 'image/png');
    const second = decoder.portrait(tenantId, small, hangUp.signal);
    const third = decoder.inspect(tenantId, { size: small.length, read }, 'image/png');
    hangUp.abort(new Error('hung up'));
    await expect(second).rejects.toThrow('hung up');
    expect(reads).toBeLessThan(2);
    await Promise.all([first, third]);
    expect(reads).toBe(2);
  });

  it('lets uploads of a tenant pass its thumbnails, of which one at a time is read', async () => {
    const tenantId = newId();
    const [large, small] = [await createCanvas(1_500, 1_500).encode('png'), await cornered('png')];
    let [reading, most] = [0, 0];
    const source = {
      size: large.length,
      read: () => {
        reading++;
        most = Math.max(most, reading);
        return Promise.resolve(Readable.from([large]).once('close', () => reading--));
      },
    };
    const done: string[] = [];
    const thumbnails = Array.from({ length: 12 }, async () => {
      await decoder.thumbnail(tenantId, source, 'image/png', 64);
      done.push('thumbnail');
    });
    const upload = { size: small.length, read: () => Promise.resolve(Readable.from([small])) };
    await decoder.inspect(tenantId, upload, 'image/png');
    done.push('upload');
    await Promise.all(thumbnails);
    // One was being drawn, and one more may have stood in line.
    expect(done.indexOf('upload')).toBeLessThan(3);
    expect(most).toBe(1);
  });

  it('lets no other image wait for a storage that hangs with a thumbnail', async () => {
    const small = await cornered('png');
    const hanging = Promise.withResolvers<Readable>();
    const away = { size: 1, read: () => hanging.promise };
    const stuck = Array.from({ length: 6 }, () => decoder.thumbnail(newId(), away, 'image/png', 64));
    const upload = { size: small.length, read: () => Promise.resolve(Readable.from([small])) };
    expect(await decoder.inspect(newId(), upload, 'image/png')).toEqual({ width: 64, height: 64 });
    hanging.reject(new Error('gone'));
    for (const one of stuck) await expect(one).rejects.toThrow('gone');
  });

  it('draws avatars from images of up to 16 megapixels, and inspects images of up to 40', async () => {
    const tenantId = newId();
    const image = await createCanvas(4_001, 4_000).encode('jpeg');
    const source = { size: image.length, read: () => Promise.resolve(Readable.from([image])) };
    await expect(decoder.portrait(tenantId, image, NEVER)).rejects.toMatchObject({ reason: 'too_many_pixels' });
    expect(await decoder.inspect(tenantId, source, 'image/jpeg')).toEqual({ width: 4_001, height: 4_000 });
  });
});
