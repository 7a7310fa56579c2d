import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import type * as mobile from '../../packages/sdk/src/index';
import { aMember, clientOf } from '../mobile/support/journey';
import { sessionsOf } from '../mobile/support/sessions';
import { aSigner, asJwks, endingIn } from '../mobile/support/tokens';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { describeInBrowser, sharedBrowser } from '../support/browser';
import { cornered } from '../support/images';
import { secondsLater } from '../support/time-travel';
import { bundled, SOURCES } from './support/bundle';

/** What the page has of the bundle, for functions that run in it. */
declare const SDK: typeof mobile;
declare let client: mobile.Client;
/** Requests of the page, which wait while there is something to wait for, and how many were answered. */
declare let sent: string[];
declare let answered: number;
declare let gate: Promise<void> | null;

const OURS = aSigner('ours');
const PAGE = '<!doctype html><title>App</title><script src="/bundle.js"></script>';

describeInBrowser('The SDK in Chromium, in a page of another origin,', () => {
  let api: TestApi;
  let pages: Server;
  let origin: string;
  let context: BrowserContext;

  beforeAll(async () => {
    const code = await bundled(`export * from '${SOURCES}/index';`, 'iife');
    pages = createServer(({ url }, response) => {
      const isCode = url === '/bundle.js';
      response.setHeader('Content-Type', isCode ? 'text/javascript' : 'text/html');
      response.end(isCode ? code : PAGE);
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    api = await startTestApi({ JWT_PRIVATE_KEYS: asJwks(OURS), CORS_ORIGINS: origin });
  }, 60_000);
  afterAll(async () => {
    await api.close();
    pages.closeAllConnections();
    pages.close();
  });
  beforeEach(async () => {
    context = await (await sharedBrowser()).newContext({ locale: 'en-US' });
  });
  afterEach(() => context.close());

  const aTab = async (): Promise<Page> => {
    const tab = await context.newPage();
    await tab.goto(origin);
    await tab.evaluate(
      ([baseUrl, appId]) => {
        Object.assign(globalThis, { sent: [], answered: 0, gate: null });
        const transport: mobile.Transport = async (request) => {
          const isHeld = gate && sent.length >= 10 && sent.length < 20;
          sent.push(`${request.method} ${new URL(request.url).pathname}`);
          if (isHeld) await gate;
          const answer = await SDK.fetchTransport()(request);
          answered += 1;
          return answer;
        };
        const storage = SDK.browserStorage();
        Object.assign(globalThis, {
          client: SDK.createClient({ baseUrl: baseUrl!, appId: appId!, storage, transport }),
        });
      },
      [api.url, api.appId],
    );
    return tab;
  };
  const signIn = async (tab: Page) => {
    const member = await aMember(api);
    return tab.evaluate((body) => SDK.loginByPassword(client, { body }), member);
  };
  const countIn = (tab: Page, line: string) => tab.evaluate((name) => sent.filter((one) => one === name).length, line);
  const REFRESH = 'POST /api/v1/auth/token/refresh';

  /** A token that the server refuses from a moment on, in place of the one that is kept. */
  const endIn = async (tab: Page, tokens: mobile.SignedIn, seconds: number): Promise<string> => {
    const access_token = endingIn(tokens.access_token, seconds, OURS);
    await tab.evaluate((given) => client.session.open(given), { ...tokens, access_token });
    return access_token;
  };

  it('refreshes once a token that expires in the middle of twenty parallel requests', async () => {
    const tab = await aTab();
    const tokens = await signIn(tab);
    const token = await endIn(tab, tokens, 300);
    const answers = tab.evaluate(async () => {
      sent.splice(0);
      answered = 0;
      gate = new Promise((resolve) => Object.assign(globalThis, { open: resolve }));
      const profiles = await Promise.all(Array.from({ length: 20 }, () => SDK.getProfile(client)));
      return profiles.map(({ id }) => id);
    });
    await eventually(() => tab.evaluate(() => answered === 10));
    await secondsLater(301, async () => {
      expect((await clientOf(api).context(token)).status).toBe(401);
      await tab.evaluate(() => (globalThis as unknown as { open: () => void }).open());
      const ids = await answers;
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(1);
    });
    expect(await countIn(tab, REFRESH)).toBe(1);
    expect(await countIn(tab, 'GET /api/v1/me')).toBe(30);
    expect(await sessionsOf(api).securityEventsOf({ ...tokens, token_type: 'Bearer' })).toEqual([]);
  });

  it('refreshes once for two tabs, which share the session', async () => {
    const [first, second] = [await aTab(), await aTab()];
    const tokens = await signIn(first);
    await endIn(first, tokens, -1);
    const ask = (tab: Page) =>
      tab.evaluate(() => Promise.all(Array.from({ length: 5 }, async () => (await SDK.getProfile(client)).id)));
    const ids = await Promise.all([ask(first), ask(second)]);
    expect(new Set(ids.flat()).size).toBe(1);
    expect((await countIn(first, REFRESH)) + (await countIn(second, REFRESH))).toBe(1);
    const keys = await Promise.all([first, second].map((tab) => tab.evaluate(() => client.deviceKey())));
    expect(new Set(keys).size).toBe(1);
    await first.evaluate(() => SDK.logout(client));
    expect(await second.evaluate(() => client.session.isOpen())).toBe(false);
  });

  it('sends a file, and tells how much of it has left', async () => {
    const tab = await aTab();
    await signIn(tab);
    const picture = (await cornered('png', 800, 800)).toString('base64');
    const { url, told } = await tab.evaluate(async (encoded) => {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const told: mobile.UploadProgress[] = [];
      const file = new Blob([bytes], { type: 'image/png' });
      const onProgress = (progress: mobile.UploadProgress) => told.push(progress);
      const { avatar_url: url } = await SDK.putAvatar(client, { body: { file }, onProgress });
      return { url, told };
    }, picture);
    expect(url).toContain('/avatars/');
    expect(told.length).toBeGreaterThan(0);
    expect(told.at(-1)!.sent).toBe(told.at(-1)!.total);
    const refusal = await tab.evaluate(async () => {
      const [file, onProgress] = [new Blob(['no picture']), () => undefined];
      const error: unknown = await SDK.putAvatar(client, { body: { file }, onProgress }).catch((one: unknown) => one);
      return SDK.isApiError(error, 'FILES.CONTENT.REFUSED') ? error.problem.reason : String(error);
    });
    expect(refusal).toBe('not_an_image');
  });

  it('asks in the language of the browser, sends no cookies, and reads when to come again', async () => {
    const tab = await aTab();
    await context.addCookies([{ name: 'other', value: 'site', url: api.url }]);
    const requested = tab.waitForRequest('**/login/password');
    const message = await tab.evaluate(() =>
      SDK.loginByPassword(client, { body: { email: 'nobody@example.com', password: 'correct horse battery' } }).catch(
        (error: Error) => error.message,
      ),
    );
    expect(message).toBe('The account, the password or the code is wrong.');
    expect(await (await requested).allHeaders()).not.toHaveProperty('cookie');
    const seconds = await tab.evaluate(async () => {
      for (;;) {
        const body = { email: 'nobody@example.com', password: 'correct horse battery' };
        const error: unknown = await SDK.loginByPassword(client, { body }).catch((one: unknown) => one);
        if (!SDK.isApiError(error, 'IAM.LOGIN.INVALID_CREDENTIALS'))
          return (error as mobile.ApiError).retryAfterSeconds;
      }
    });
    expect(seconds).toBeGreaterThan(50);
  });
});
