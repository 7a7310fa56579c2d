import fc from 'fast-check';
import { asOwner } from '../../admin/support/admin';
import { eventually, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { aPicture, chunksOf, cornered, CORNERS, seen, TURNED_CORNERS, withExif } from '../../support/images';
import { rounds } from '../../support/rounds';
import {
  avatarInTurn,
  avatarOf,
  bytesOf,
  load,
  type OwnStorage,
  picturesOf,
  putAvatar,
  settledStorage,
  startApiWithStorage,
} from '../support/avatars';
import { clientOf } from '../support/journey';
import { someone } from '../support/me';
import { anyText } from '../../support/any-text';

const AVATAR_URL = /^http:\/\/[^/]+\/api\/v1\/public\/avatars\/[A-Za-z0-9_-]{43}$/;

describe('The avatar of a member', () => {
  let api: TestApi;
  let storage: OwnStorage;

  beforeAll(async () => {
    ({ api, storage } = await startApiWithStorage());
  });
  afterAll(async () => {
    await api.close();
    storage.remove();
  });

  const openMessages = async (): Promise<number> => {
    const [row] = await queryAs<{ open: number }>(
      api.urls.superuserUrl,
      `SELECT count(*)::int AS open FROM outbox_messages WHERE type = 'files.content_released' AND completed_at IS NULL`,
    );
    return row?.open ?? 0;
  };
  /** What is stored once everything released has been removed. */
  const settledContents = async () => {
    await eventually(async () => (await openMessages()) === 0);
    return storage.left();
  };

  it('is a WebP of 512 by 512 pixels that anybody can load by its address alone', async () => {
    const { me } = await someone(api);
    const before = (await me.get()).body.data;
    const { body } = await putAvatar(me, await cornered('png', 300, 200)).expect(200);
    expect(body.data).toEqual({
      ...before,
      avatar_url: expect.stringMatching(AVATAR_URL),
      lock_version: before.lock_version + 1,
    });
    const answer = await load(api, body.data.avatar_url).expect(200);
    expect(await seen(bytesOf(answer))).toEqual({ width: 512, height: 512, corners: CORNERS });
    expect(bytesOf(answer).toString('latin1', 8, 12)).toBe('WEBP');
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytesOf(answer).length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect((await me.get()).body.data.avatar_url).toBe(body.data.avatar_url);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('is made of a %s, whatever it is called', async (format) => {
    const { me } = await someone(api);
    const url = await avatarOf(me, await cornered(format, 90, 90));
    expect((await seen(bytesOf(await load(api, url)))).corners).toBe(CORNERS);
  });

  it('is turned according to its orientation, and does not reveal where it was taken', async () => {
    const { me } = await someone(api);
    const jpeg = withExif(await cornered('jpeg', 80, 40), 6);
    expect(jpeg.toString('latin1')).toContain('48.8584N');
    const bytes = bytesOf(await load(api, await avatarOf(me, jpeg)));
    expect(await seen(bytes)).toEqual({ width: 512, height: 512, corners: TURNED_CORNERS[6] });
    expect(bytes.toString('latin1')).not.toMatch(/48\.8584N|Exif/);
    expect(chunksOf(bytes)).not.toContain('EXIF');
  });

  it('answers HEAD and a conditional request', async () => {
    const { me } = await someone(api);
    const url = await avatarOf(me, await aPicture());
    const { headers } = await load(api, url).expect(200);
    const head = await api.http.head(new URL(url).pathname).expect(200);
    expect(head.headers['content-length']).toBe(headers['content-length']);
    const known = await load(api, url, { 'If-None-Match': headers['etag'] ?? '' }).expect(304);
    expect(known.headers).toMatchObject({ etag: headers['etag'], 'cache-control': headers['cache-control'] });
    await load(api, url, { 'If-None-Match': '"another"' }).expect(200);
  });

  it('is shown in the context', async () => {
    const { me, pair } = await someone(api);
    const shown = async () =>
      (await clientOf(api).context(pair.access_token).expect(200)).body.data.user.avatar_url as string | null;
    expect(await shown()).toBeNull();
    const url = await avatarOf(me, await aPicture());
    expect(await shown()).toBe(url);
    await me.delete('avatar').expect(200);
    expect(await shown()).toBeNull();
  });

  it('leaves nothing of the previous one, whose URL answers 404 at once', async () => {
    const [contents, pictures] = [await settledContents(), await picturesOf(api)];
    const { me } = await someone(api);
    const former = await avatarOf(me, await aPicture());
    const present = await avatarOf(me, await aPicture());
    expect(present).not.toBe(former);
    expect((await api.http.get(new URL(former).pathname).expect(404)).body.code).toBe('RESOURCE.NOT_FOUND');
    await load(api, present).expect(200);
    expect(await picturesOf(api)).toBe(pictures + 1);
    await settledStorage(storage, contents + 1);
  });

  it('can be the same picture again, under another address', async () => {
    const { me } = await someone(api);
    const picture = await aPicture();
    const former = await avatarOf(me, picture);
    const present = await avatarOf(me, picture);
    await load(api, former).expect(404);
    await settledContents();
    await load(api, present).expect(200);
  });

  it('can be removed repeatedly, with its stored content', async () => {
    const contents = await settledContents();
    const { me } = await someone(api);
    const url = await avatarOf(me, await aPicture());
    const { lock_version } = (await me.get()).body.data;
    expect((await me.delete('avatar').expect(200)).body).toEqual({ data: { success: true } });
    await load(api, url).expect(404);
    await me.delete('avatar').expect(200);
    expect((await me.get()).body.data).toMatchObject({ avatar_url: null, lock_version: lock_version + 1 });
    await settledStorage(storage, contents);
  });

  it('stays when somebody else who shows the same picture removes theirs, and when an administrator deletes a file of it', async () => {
    const picture = await aPicture();
    const [one, other] = [await someone(api), await someone(api)];
    const urls = [await avatarOf(one.me, picture), await avatarOf(other.me, picture)] as const;
    expect(urls[0]).not.toBe(urls[1]);
    const owner = await asOwner(api);
    const same = bytesOf(await load(api, urls[1]));
    const file = await owner.postForm('files').field('purpose', 'app_icon').attach('file', same, 'x.webp').expect(201);
    await one.me.delete('avatar').expect(200);
    await owner.delete(`files/${file.body.data.id}`).expect(200);
    await settledContents();
    await load(api, urls[0]).expect(404);
    expect(bytesOf(await load(api, urls[1]).expect(200)).equals(same)).toBe(true);
  });

  it('is not listed as a file for administrators', async () => {
    const owner = await asOwner(api);
    const { total } = (await owner.get('files').expect(200)).body.data;
    await avatarOf((await someone(api)).me, await aPicture());
    expect((await owner.get('files').expect(200)).body.data.total).toBe(total);
  });

  it('is deleted with a user whom an administrator deletes', async () => {
    const contents = await settledContents();
    const { me } = await someone(api);
    const url = await avatarOf(me, await aPicture());
    const { id } = (await me.get()).body.data;
    await (await asOwner(api)).delete(`users/${id}`).expect(200);
    await load(api, url).expect(404);
    await settledStorage(storage, contents);
  });

  it('cannot be loaded while its tenant is disabled', async () => {
    const { me } = await someone(api);
    const url = await avatarOf(me, await aPicture());
    const become = (status: string) => queryAs(api.urls.superuserUrl, 'UPDATE tenants SET status = $1', [status]);
    await become('disabled');
    await eventually(async () => (await api.http.get(new URL(url).pathname)).status === 404);
    await become('active');
    await eventually(async () => (await api.http.get(new URL(url).pathname)).status === 200);
  });

  it('answers 404 to anything but the URL of one', async () => {
    const get = (token: string) => api.http.get(`/api/v1/public/avatars/${token}`);
    for (const token of ['x', 'A'.repeat(43), 'A'.repeat(44), '%00', '..%2f..%2fkeys.json', '%ff']) {
      expect([400, 404]).toContain((await get(token)).status);
    }
    await fc.assert(
      fc.asyncProperty(anyText({ minLength: 1 }), async (text) => {
        expect([400, 404]).toContain((await get(encodeURIComponent(text.toWellFormed()))).status);
      }),
      { numRuns: rounds(40) },
    );
    expect((await get('A'.repeat(43)).set('X-AppID', 'nonsense')).status).toBe(404);
  });

  it('is one of 20 uploaded at the same time, and nothing is left of the others', async () => {
    const [contents, pictures] = [await settledContents(), await picturesOf(api)];
    const { me } = await someone(api);
    const images = await Promise.all(Array.from({ length: 20 }, () => aPicture()));
    const urls = await Promise.all(images.map((image) => avatarInTurn(me, image)));
    const { avatar_url } = (await me.get()).body.data;
    const shown = await Promise.all(urls.map(async (url) => (await api.http.get(new URL(url).pathname)).status));
    expect(shown.filter((status) => status === 200)).toHaveLength(1);
    expect(urls[shown.indexOf(200)]).toBe(avatar_url);
    expect(await picturesOf(api)).toBe(pictures + 1);
    await settledStorage(storage, contents + 1);
  });
});
