import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createCanvas } from 'canvas';
import { FileStorage } from '@libs/files';
import { DependencyUnavailableError } from '@libs/kernel';
import { eventually, type TestApi } from '../../support/api';
import { aPicture, cornered } from '../../support/images';
import {
  avatarInTurn,
  avatarOf,
  load,
  type OwnStorage,
  picturesOf,
  putAvatar,
  settledStorage,
  startApiWithStorage,
} from '../support/avatars';
import { type MeClient, meClient, type SignedInMember, someone } from '../support/me';

const MEBIBYTE = 1024 * 1024;

/** A PNG that declares this many pixels, and has none. */
async function announcing(width: number, height: number): Promise<Buffer> {
  const png = Buffer.from(await cornered('png', 8, 8));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  const { crc32 } = await import('node:zlib');
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

describe('An avatar that is refused', () => {
  let api: TestApi;
  let storage: OwnStorage;
  let someMember: SignedInMember;
  let me: MeClient;
  let url: string;

  beforeAll(async () => {
    ({ api, storage } = await startApiWithStorage());
    someMember = await someone(api);
    me = someMember.me;
    url = await avatarOf(me, await cornered('png'));
  });
  afterAll(async () => {
    await api.close();
    storage.remove();
  });

  /** The previous picture is still there, and nothing else. */
  afterEach(async () => {
    expect((await me.get().expect(200)).body.data.avatar_url).toBe(url);
    await load(api, url).expect(200);
    await eventually(async () => (await picturesOf(api)) === 1 && storage.left() === 1);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['is empty', () => Buffer.alloc(0), 'empty'],
    ['is text', () => Buffer.from('me'), 'not_an_image'],
    ['is an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_an_image'],
    ['is a GIF', () => createCanvas(4, 4).encode('gif'), 'not_an_image'],
    ['is an AVIF', () => createCanvas(4, 4).encode('avif'), 'not_an_image'],
    ['breaks off', async () => (await cornered('jpeg', 300, 300)).subarray(0, 700), 'broken_image'],
    ['has no picture', () => announcing(8, 9), 'broken_image'],
    ['has more than 16 megapixels', () => announcing(4_001, 4_001), 'too_many_pixels'],
    ['has a side beyond all measure', () => announcing(0xffffffff, 0xffffffff), 'too_many_pixels'],
  ])('answers 422 when it %s', async (_, image, reason) => {
    const { body } = await putAvatar(me, await image(), 'me.png').expect(422);
    expect(body).toMatchObject({ code: 'FILES.CONTENT.REFUSED', reason });
  });

  it('answers 413 beyond 5 MiB, and states the limit', async () => {
    const image = Buffer.concat([await cornered('png'), Buffer.alloc(5 * MEBIBYTE)]);
    const { body } = await putAvatar(me, image).expect(413);
    expect(body).toMatchObject({ code: 'FILES.CONTENT.TOO_LARGE', max_bytes: 5 * MEBIBYTE });
  });

  it('answers 413 long before the end of something endless', async () => {
    const upload = startUpload(someMember.pair.access_token, { 'Transfer-Encoding': 'chunked' });
    const answer = once(upload.request, 'response') as Promise<[{ statusCode: number }]>;
    let isAnswered = false;
    void answer.then(() => (isAnswered = true));
    const part = Buffer.alloc(MEBIBYTE / 4, 1);
    for (let sent = 0; !isAnswered && sent < 1_000; sent++) {
      await new Promise<void>((resolve) => upload.request.write(part, () => resolve()));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await answer)[0].statusCode).toBe(413);
    upload.request.destroy();
  });

  it('answers 415 to anything but a form', async () => {
    const refused = [
      await me.putForm('avatar').set('Content-Type', 'application/json').send('{"file":"x"}'),
      await me
        .putForm('avatar')
        .set('Content-Type', 'image/png')
        .send(await cornered('png')),
      await me.putForm('avatar'),
    ];
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('answers 422 to a form without a file, with two, or with anything else', async () => {
    const image = await cornered('png');
    const fields = async (request: PromiseLike<{ status: number; body: { errors?: { field: string }[] } }>) => {
      const { status, body } = await request;
      expect(status).toBe(422);
      return body.errors?.map(({ field }) => field);
    };
    expect(await fields(me.putForm('avatar').field('file', 'text'))).toEqual(['file']);
    expect(await fields(me.putForm('avatar').attach('picture', image, 'x.png'))).toEqual(['picture']);
    expect(await fields(putAvatar(me, image).attach('file', image, 'y.png'))).toEqual(['file']);
    expect(await fields(putAvatar(me, image).field('user_id', 'x'))).toEqual(['user_id']);
  });

  it('answers 400 to a broken form', async () => {
    const { body } = await me
      .putForm('avatar')
      .set('Content-Type', 'multipart/form-data; boundary=x')
      .send('--x\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\nhalf')
      .expect(400);
    expect(body.code).toBe('REQUEST.MALFORMED');
  });

  it('answers 400 without an App and 401 without a bearer, before it looks at the form', async () => {
    const image = await cornered('png');
    const noApp = await api.http.put('/api/v1/me/avatar').attach('file', image, 'x.png').expect(400);
    expect(noApp.body.code).toBe('APP.HEADER.REQUIRED');
    const nobody = meClient(api, null);
    expect((await putAvatar(nobody, image).expect(401)).body.code).toBe('IAM.TOKEN.MISSING');
    expect((await nobody.delete('avatar').expect(401)).body.code).toBe('IAM.TOKEN.MISSING');
  });

  it('answers 503 while the storage is away', async () => {
    const away = jest
      .spyOn(api.get(FileStorage), 'put')
      .mockRejectedValue(new DependencyUnavailableError({ retryAfterSeconds: 5 }));
    const { body, headers } = await putAvatar(me, await aPicture()).expect(503);
    away.mockRestore();
    expect(body.code).toBe('DEPENDENCY.UNAVAILABLE');
    expect(headers['retry-after']).toBe('5');
  });

  it('leaves nothing when the client hangs up, nor keeps the member from trying again', async () => {
    const upload = startUpload(someMember.pair.access_token, { 'Transfer-Encoding': 'chunked' });
    upload.request.on('error', () => undefined);
    await new Promise<void>((resolve) => upload.request.write(Buffer.alloc(10_000, 1), () => resolve()));
    upload.request.destroy();
    const stranger = await someone(api);
    await load(api, await avatarOf(stranger.me, await aPicture())).expect(200);
    await stranger.me.delete('avatar').expect(200);
    url = await avatarOf(me, await aPicture());
    await settledStorage(storage, 1);
  });

  it('does not make others wait when it is slow, and gets its own turn', async () => {
    const slow = Array.from({ length: 20 }, () =>
      startUpload(someMember.pair.access_token, { 'Transfer-Encoding': 'chunked' }),
    );
    for (const { request } of slow) {
      request.on('error', () => undefined);
      await new Promise<void>((resolve) => request.write(Buffer.alloc(1_000, 1), () => resolve()));
    }
    const stranger = await someone(api);
    await avatarOf(stranger.me, await aPicture());
    await stranger.me.delete('avatar').expect(200);
    for (const { request } of slow) request.destroy();
    url = await avatarInTurn(me, await aPicture());
    await settledStorage(storage, 1);
  });

  /** An upload whose beginning has been sent. */
  function startUpload(accessToken: string, headers: Readonly<Record<string, string>>) {
    const request = httpRequest(`${api.url}/api/v1/me/avatar`, {
      method: 'PUT',
      headers: {
        'X-AppID': api.appId,
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'multipart/form-data; boundary=x',
        ...headers,
      },
    });
    request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n');
    return { request };
  }
});
