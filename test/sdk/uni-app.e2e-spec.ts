import { createContext, runInContext } from 'node:vm';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as mobile from '../../packages/sdk/src/index';
import type * as uniApp from '../../packages/sdk/src/uni';
import { inboxes } from '../mobile/support/inbox';
import { aMember, clientOf } from '../mobile/support/journey';
import { cornered } from '../support/images';
import { suiteApi } from '../support/suite';
import { bundled, SOURCES } from './support/bundle';
import { answering, cutting, type FaultyProxy, hanging, startFaultyProxy } from './support/faults';
import { uniOfApp } from './support/uni';

type Sdk = typeof mobile & typeof uniApp;

/** What the engines of Apps and mini programs have besides the language itself and `uni`. */
const ENGINE = { setTimeout, clearTimeout };
const ABSENT =
  'fetch Headers Request Response FormData Blob URL URLSearchParams TextEncoder atob crypto AbortController';

describe('The SDK in uni-app', () => {
  const api = suiteApi();
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-uni-'));
  let proxy: FaultyProxy;
  let code: string;

  beforeAll(async () => {
    proxy = await startFaultyProxy(api.url);
    code = await bundled(`export * from '${SOURCES}/index';\nexport * from '${SOURCES}/uni';`, 'iife');
  }, 60_000);
  afterAll(async () => {
    rmSync(directory, { recursive: true });
    await proxy.close();
  });

  /** An App that has just been started: the language, `uni`, and nothing of a browser. */
  const anApp = (options: Partial<mobile.ClientOptions> = {}, platform = uniOfApp()) => {
    const { uni } = platform;
    const context = createContext({ ...ENGINE, uni });
    for (const name of ABSENT.split(' ')) expect(runInContext(`typeof ${name}`, context)).toBe('undefined');
    const sdk = runInContext(`${code}; SDK`, context) as Sdk;
    const [transport, storage] = [sdk.uniTransport(uni), sdk.uniStorage(uni)];
    const client = sdk.createClient({ baseUrl: api.url, appId: api.appId, transport, storage, ...options });
    return { sdk, client, platform };
  };
  const signedIn = async (options: Partial<mobile.ClientOptions> = {}) => {
    const app = anApp(options);
    await app.sdk.loginByPassword(app.client, { body: await aMember(api) });
    return app;
  };

  it('signs in, reads the inbox, and is signed in when it is started again', async () => {
    const { sdk, client, platform } = await signedIn({ locale: 'en-US' });
    const profile = await sdk.getProfile(client);
    const inbox = inboxes(api);
    await inbox.deliver(profile.id, ...inbox.several(7));
    const ids: string[] = [];
    for await (const { id } of sdk.items(client, sdk.listNotifications, { query: { limit: 3 } })) ids.push(id);
    expect(new Set(ids).size).toBe(7);
    await sdk.readNotification(client, { path: { id: ids[0]! } });
    const again = anApp({}, platform);
    expect((await again.sdk.countUnreadNotifications(again.client)).unread_count).toBe(6);
    expect(await again.client.deviceKey()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(await again.client.deviceKey()).toBe(await client.deviceKey());
    await again.sdk.logout(again.client);
    expect([...platform.stored.keys()]).toEqual([`appkernel.${api.appId}.device`]);
  });

  it('refreshes once for twenty requests in parallel', async () => {
    const { sdk, client, platform } = await signedIn();
    const stale = (await client.session.current())!;
    const key = `appkernel.${api.appId}.session`;
    const kept = JSON.parse(platform.stored.get(key) as string) as { access: string };
    platform.stored.set(key, JSON.stringify({ ...kept, access: `${stale.slice(0, -6)}AAAAAA` }));
    const profiles = await Promise.all(Array.from({ length: 20 }, () => sdk.getProfile(client)));
    expect(new Set(profiles.map(({ id }) => id)).size).toBe(1);
    expect(platform.requests.filter(({ url }) => url.endsWith('/token/refresh'))).toHaveLength(1);
    const { status } = await clientOf(api).context((await client.session.current())!);
    expect(status).toBe(200);
  });

  it('sends a picture by its path, and by its bytes, and reads one as bytes', async () => {
    const { sdk, client } = await signedIn();
    const picture = await cornered('png', 300, 300);
    const filePath = join(directory, 'picture.png');
    writeFileSync(filePath, picture);
    const told: mobile.UploadProgress[] = [];
    await sdk.putAvatar(client, { body: { file: { filePath } }, onProgress: (progress) => told.push(progress) });
    expect(told.map(({ sent, total }) => sent / total)).toEqual([0, 1]);
    const bytes = Uint8Array.from(picture);
    const { avatar_url } = await sdk.putAvatar(client, { body: { file: { bytes, name: '头像.png' } } });
    const token = avatar_url!.split('/').at(-1)!;
    const avatar = await sdk.getAvatar(client, { path: { token } });
    expect(avatar.contentType).toBe('image/webp');
    expect(Buffer.from(await avatar.bytes()).toString('latin1', 8, 12)).toBe('WEBP');
    const missing = sdk.putAvatar(client, { body: { file: { filePath: `${filePath}.none` } } });
    await expect(missing).rejects.toThrow('readFile:fail');
  });

  it('tells errors by their codes, of texts and of bytes', async () => {
    const { sdk, client } = await signedIn({ locale: 'en-US' });
    const absent = sdk.getAvatar(client, { path: { token: 'x'.repeat(43) } });
    await expect(absent).rejects.toMatchObject({ status: 404, code: 'RESOURCE.NOT_FOUND' });
    const wrong = await sdk.updateProfile(client, { body: { display_name: '' } }).catch((error: unknown) => error);
    if (!sdk.isApiError(wrong, 'REQUEST.VALIDATION_FAILED')) throw wrong;
    expect(wrong.problem.errors[0]!.field).toBe('display_name');
  });

  it('repeats what did not arrive, and gives up what takes too long', async () => {
    const { sdk, client } = anApp({ baseUrl: proxy.url, timeoutMs: 500 });
    proxy.next(cutting, answering(503, { 'Retry-After': '0' }));
    expect((await sdk.getPublicConfig(client)).app.id).toBe(api.appId);
    expect(proxy.seen).toHaveLength(3);
    proxy.next(hanging);
    await expect(sdk.getPublicConfig(client)).rejects.toMatchObject({ code: 'CLIENT.TIMEOUT' });
  });

  it('gives up a request when it is told to', async () => {
    const { sdk, client } = anApp({ baseUrl: proxy.url });
    const controller = new AbortController();
    proxy.next(hanging);
    const answer = sdk.getPublicConfig(client, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('Left the page')), 100);
    await expect(answer).rejects.toThrow('Left the page');
  });
});
