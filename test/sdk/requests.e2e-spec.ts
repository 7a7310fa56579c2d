import {
  getAvatar,
  getProfile,
  getPublicConfig,
  isApiError,
  items,
  listNotifications,
  loginByPassword,
  pages,
  putAvatar,
  readNotification,
  updateProfile,
  type UploadProgress,
} from '../../packages/sdk/src/index';
import { aMember } from '../mobile/support/journey';
import { inboxes } from '../mobile/support/inbox';
import { cornered } from '../support/images';
import { suiteApi } from '../support/suite';
import { answering, breaking, cutting, type FaultyProxy, hanging, startFaultyProxy } from './support/faults';
import { recording, sdkClient } from './support/sdk';

/** As of a file on a disk that is larger than the memory. */
function inSlices(blob: Blob): Blob {
  return Object.assign(blob, { arrayBuffer: () => Promise.reject(new Error('It does not fit')) });
}

describe('The SDK', () => {
  const api = suiteApi();
  let proxy: FaultyProxy;

  beforeAll(async () => {
    proxy = await startFaultyProxy(api.url);
  });
  afterAll(() => proxy.close());

  const signedIn = async (options: Parameters<typeof sdkClient>[1] = {}) => {
    const client = sdkClient(api, options);
    await loginByPassword(client, { body: await aMember(api) });
    return client;
  };
  const config = '/api/v1/public/config';

  it('walks through a list by its cursors, a page at a time', async () => {
    const { transport, pathsOf } = recording();
    const client = await signedIn({ transport });
    const inbox = inboxes(api);
    await inbox.deliver((await getProfile(client)).id, ...inbox.several(25));
    const { items: all } = await listNotifications(client, { query: { limit: 100 } });
    expect(all).toHaveLength(25);
    const pagesAsked = () => pathsOf('GET').filter((path) => path.endsWith('/notifications')).length - 1;
    const found: string[] = [];
    for await (const { id } of items(client, listNotifications, { query: { limit: 10 } })) found.push(id);
    expect(found).toEqual(all.map(({ id }) => id));
    expect(pagesAsked()).toBe(3);
    // Whoever stops early asks for no more than they read.
    for await (const { items: some } of pages(client, listNotifications, { query: { limit: 10 } })) {
      expect(some).toHaveLength(10);
      break;
    }
    expect(pagesAsked()).toBe(4);
    await readNotification(client, { path: { id: found[0]! } });
    const unread = items(client, listNotifications, { query: { unread: 'true' } });
    let count = 0;
    for await (const _ of unread) count += 1;
    expect(count).toBe(24);
  });

  it.each([
    ['a Blob, which is never read as a whole', (bytes: Buffer) => inSlices(new Blob([Uint8Array.from(bytes)]))],
    ['bytes', (bytes: Buffer) => ({ bytes: Uint8Array.from(bytes), name: '图 "1".png', type: 'image/png' })],
  ])('sends a picture as %s, and tells how much of it has left', async (_, fileOf) => {
    const client = await signedIn();
    const picture = await cornered('png', 900, 800);
    const told: UploadProgress[] = [];
    const { avatar_url } = await putAvatar(client, {
      body: { file: fileOf(picture) },
      onProgress: (progress) => told.push(progress),
    });
    expect(told[0]!.sent).toBe(0);
    expect(told.at(-1)!.sent).toBe(told.at(-1)!.total);
    expect(told.at(-1)!.total).toBeGreaterThan(picture.byteLength);
    expect(told.map(({ sent }) => sent)).toEqual(told.map(({ sent }) => sent).toSorted((a, b) => a - b));
    const token = new URL(avatar_url!).pathname.split('/').at(-1)!;
    const avatar = await getAvatar(client, { path: { token } });
    expect(avatar.contentType).toBe('image/webp');
    expect(Buffer.from(await avatar.bytes()).toString('latin1', 8, 12)).toBe('WEBP');
  });

  it('tells why a file is refused, sent with and without progress', async () => {
    const client = await signedIn();
    const file = new Blob(['no picture']);
    for (const onProgress of [undefined, () => undefined]) {
      const refusal = await putAvatar(client, { body: { file }, onProgress }).catch((error: unknown) => error);
      if (!isApiError(refusal, 'FILES.CONTENT.REFUSED')) throw refusal;
      expect(refusal.problem.reason).toBe('not_an_image');
    }
  });

  it('repeats a read that did not arrive, and one that the server could not answer, when it says', async () => {
    const client = sdkClient(api, { baseUrl: `${proxy.url}/` });
    proxy.next(breaking, answering(503, { 'Retry-After': '1' }));
    const began = performance.now();
    expect((await getPublicConfig(client)).app.id).toBe(api.appId);
    expect(proxy.seen.map(({ line }) => line)).toEqual(Array.from({ length: 3 }, () => `GET ${config}`));
    expect(performance.now() - began).toBeGreaterThan(1_000);
  });

  it('waits no longer than it may, and tells how long it would have had to', async () => {
    const client = sdkClient(api, { baseUrl: proxy.url, maxWaitMs: 1_500 });
    proxy.next(answering(429, { 'Retry-After': '2' }));
    await expect(getPublicConfig(client)).rejects.toMatchObject({
      status: 429,
      code: 'CLIENT.UNEXPECTED_ANSWER',
      retryAfterSeconds: 2,
    });
    expect(proxy.seen).toHaveLength(1);
  });

  it('repeats whatever was refused for its frequency, but no change that may have happened', async () => {
    const client = await signedIn({ baseUrl: proxy.url });
    const change = () => updateProfile(client, { body: { display_name: 'Lin' } });
    proxy.next(answering(429, { 'Retry-After': '0' }));
    expect((await change()).display_name).toBe('Lin');
    expect(proxy.seen).toHaveLength(2);
    for (const fault of [cutting, answering(503, { 'Retry-After': '0' }), answering(502)]) {
      proxy.next(fault);
      await expect(change()).rejects.toMatchObject({ name: 'ApiError' });
      expect(proxy.seen).toHaveLength(1);
    }
  });

  it('gives up after the attempts that it has', async () => {
    const client = sdkClient(api, { baseUrl: proxy.url, retries: 1 });
    proxy.next(cutting, cutting, cutting);
    await expect(getPublicConfig(client)).rejects.toMatchObject({ status: 0, code: 'CLIENT.UNREACHABLE' });
    expect(proxy.seen).toHaveLength(2);
  });

  it('gives up an answer that does not come', async () => {
    const client = sdkClient(api, { baseUrl: proxy.url, timeoutMs: 200 });
    proxy.next(hanging);
    await expect(getPublicConfig(client)).rejects.toMatchObject({ status: 0, code: 'CLIENT.TIMEOUT' });
    expect(proxy.seen).toHaveLength(1);
  });

  it.each([
    ['on its way', hanging],
    ['waiting for another attempt', answering(503, { 'Retry-After': '5' })],
  ])('is given up when the caller says so, %s', async (_, fault) => {
    const controller = new AbortController();
    const client = sdkClient(api, { baseUrl: proxy.url });
    proxy.next(fault);
    const answer = getPublicConfig(client, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('Left the page')), 100);
    await expect(answer).rejects.toThrow('Left the page');
    await expect(getPublicConfig(client, { signal: controller.signal })).rejects.toThrow('Left the page');
    expect(proxy.seen).toHaveLength(1);
  });

  it.each([
    ['a page of a proxy', answering(200, { 'Content-Type': 'text/html' }, '<p>Sign in to the network</p>')],
    ['an error of a proxy', answering(404, {}, 'nothing here')],
  ])('takes %s for no answer of the API', async (_, fault) => {
    const client = sdkClient(api, { baseUrl: proxy.url });
    proxy.next(fault);
    await expect(getPublicConfig(client)).rejects.toMatchObject({ code: 'CLIENT.UNEXPECTED_ANSWER' });
  });
});
