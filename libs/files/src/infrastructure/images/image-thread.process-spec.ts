import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DependencyUnavailableError } from '@libs/kernel';
import { createCanvas } from 'canvas';
import { cornered, seen } from '../../../../../test/support/images';
import { ContentRefusedError } from '../../domain/files.errors';
import { ImageThread } from './image-thread';

const LIMITS = { imageMs: 30_000, images: 1_000, idleMs: 60_000 };
const MAX_PIXELS = 40_000_000;

/** A PNG of five megabytes in empty chunks, which take long to parse. */
function ofManyChunks(png: Buffer): Buffer {
  const chunk = Buffer.alloc(12);
  chunk.write('teXt', 4, 'latin1');
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8)), 8);
  const head = 33;
  return Buffer.concat([png.subarray(0, head), Buffer.alloc(4_999_992, chunk), png.subarray(head)]);
}

describe('The image thread', () => {
  const directory = mkdtempSync(join(tmpdir(), 'image-thread-'));
  const open: ImageThread[] = [];
  /** A JPEG of as many pixels as a camera makes. */
  let large: Buffer;

  beforeAll(async () => {
    const canvas = createCanvas(5_000, 3_200);
    canvas.getContext('2d').fillRect(0, 0, 2_500, 3_200);
    large = await canvas.encode('jpeg');
  });

  const threadOf = (limits: Partial<typeof LIMITS> = {}, program?: string) => {
    const file = join(directory, `program-${open.length}.js`);
    if (program !== undefined) writeFileSync(file, program);
    const thread = new ImageThread({ ...LIMITS, ...limits }, ...(program === undefined ? [] : [file]));
    open.push(thread);
    return thread;
  };
  const task = (bytes: Buffer, mediaType?: string) => ({
    bytes,
    maxPixels: MAX_PIXELS,
    ...(mediaType && { mediaType }),
  });

  afterEach(() => Promise.all(open.map((thread) => thread.close())));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('determines the size of an image, and draws its portrait', async () => {
    const thread = threadOf();
    const png = await cornered('png', 300, 200);
    expect(await thread.work(task(png, 'image/png'))).toEqual({ size: { width: 300, height: 200 } });
    const { drawn } = await thread.work(task(png));
    expect(await seen(Buffer.from(drawn ?? []))).toMatchObject({ width: 512, height: 512 });
  });

  it('says why it refuses one', async () => {
    const refusal = threadOf().work(task(Buffer.from('text'), 'text/plain'));
    await expect(refusal).rejects.toBeInstanceOf(ContentRefusedError);
    await expect(refusal).rejects.toMatchObject({ reason: 'not_an_image' });
  });

  it('does not block the event loop, whatever the image is', async () => {
    const thread = threadOf();
    const chunks = ofManyChunks(await cornered('png', 2_000, 2_000));
    await thread.work(task(await cornered('png')));
    for (const work of [task(large), task(chunks), task(chunks, 'image/png')]) {
      let milliseconds = Infinity;
      // The CPU time of this thread only, so that other load on the machine does not matter; and at best, since garbage of
      // other suites may be collected meanwhile.
      for (let attempt = 0; attempt < 3 && milliseconds >= 20; attempt++) {
        const before = process.threadCpuUsage();
        await thread.work(work);
        const { user, system } = process.threadCpuUsage(before);
        milliseconds = (user + system) / 1_000;
      }
      expect(milliseconds).toBeLessThan(20);
    }
  });

  it('is ended by an image that takes too long, which is then refused, and another thread takes over', async () => {
    const hanging = threadOf({ imageMs: 200 }, 'module.exports = () => { for (;;); };');
    await expect(hanging.work(task(Buffer.from('x')))).rejects.toMatchObject({ reason: 'takes_too_long' });
    await expect(hanging.work(task(Buffer.from('x')))).rejects.toMatchObject({ reason: 'takes_too_long' });
  });

  it('survives images that are aborted while they are decoded', async () => {
    const hurried = threadOf({ imageMs: 40 });
    const results = [];
    for (let n = 0; n < 4; n++) results.push(await hurried.work(task(large)).catch((error: unknown) => error));
    for (const result of results) expect(result).toMatchObject({ reason: 'takes_too_long' });
    expect(await threadOf().work(task(await cornered('png', 30, 20), 'image/png'))).toMatchObject({
      size: { width: 30, height: 20 },
    });
  });

  it.each([
    ['that takes too much memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(0.5));', ContentRefusedError],
    ['that ends it', 'process.exit(7);', DependencyUnavailableError],
    ['that it cannot cope with', 'throw new Error("no");', DependencyUnavailableError],
  ])('goes on after an image %s', async (_, doing, refusal) => {
    const thread = threadOf({}, `module.exports = ({ bytes }) => { if (bytes.length > 1) { ${doing} } return {}; };`);
    await expect(thread.work(task(Buffer.from('xx')))).rejects.toBeInstanceOf(refusal);
    expect(await thread.work(task(Buffer.from('x')))).toEqual({});
  });

  it('is replaced after a number of images', async () => {
    const program = `const { threadId } = require('node:worker_threads'); module.exports = () => ({ threadId });`;
    const thread = threadOf({ images: 2 }, program);
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await thread.work(task(Buffer.from('x'))));
    expect(ids[0]).toEqual(ids[1]);
    expect(ids[2]).toEqual(ids[3]);
    expect(ids[1]).not.toEqual(ids[2]);
  });
});
