import type { Request } from 'playwright-core';
import { inboxes } from '../mobile/support/inbox';
import { aMember, clientOf, codeSentTo, type Member, signIn } from '../mobile/support/journey';
import { meClient } from '../mobile/support/me';
import { codesTo, aMemberWithMobile } from '../mobile/support/sms';
import { userIdOf } from '../mobile/support/captcha';
import { aSigner, asJwks, endingIn } from '../mobile/support/tokens';
import { anEmail, eventually, PASSWORD, startTestApi, type TestApi } from '../support/api';
import { cornered } from '../support/images';
import { secondsLater } from '../support/time-travel';
import { builtApp, describeExample } from './support/built-app';
import { shownChallenge, solve, wrong } from './support/captcha';
import { startOrigin } from './support/origin';
import { Phone } from './support/phone';
import { furnish } from './support/tea-house';

const OURS = aSigner('ours');

/** Requests of the page wait before they leave, until they are released. */
const HOLDING = `(() => {
  const send = XMLHttpRequest.prototype.send;
  globalThis.held = [];
  globalThis.release = (count) => {
    const released = held.splice(0, count);
    if (count === Infinity) XMLHttpRequest.prototype.send = send;
    for (const go of released) go();
    return released.length;
  };
  XMLHttpRequest.prototype.send = function (body) {
    held.push(() => send.call(this, body));
  };
})()`;

describeExample('The example App in uni-app, built for browsers,', () => {
  let origin: Awaited<ReturnType<typeof startOrigin>>;
  let api: TestApi;
  let phone: Phone;

  beforeAll(async () => {
    const [files, started] = await Promise.all([builtApp(), startOrigin()]);
    origin = started;
    api = await startTestApi({
      NODE_ENV: 'development',
      JWT_PRIVATE_KEYS: asJwks(OURS),
      CORS_ORIGINS: origin.url,
      // Pictures have addresses below this one.
      PUBLIC_BASE_URL: origin.url,
    });
    origin.serve(files(api.url, api.appId), api.url);
    await furnish(api);
  }, 180_000);
  afterAll(async () => {
    await api.close();
    origin.close();
  });
  beforeEach(async () => {
    phone = await Phone.at(origin.url);
  });
  afterEach(() => phone.close());

  it('leads through onboarding and consent to a new account', async () => {
    const email = anEmail();
    await phone.open();
    await phone.text('Good tea takes its time').waitFor();
    await phone.picture('onboarding');
    await phone.tap('Next');
    await phone.tap('Begin');
    await phone.text('Before you begin').waitFor();
    await phone.picture('consent');
    await phone.tap('Not now');
    await phone.text('The App needs your agreement. You can read both documents above at any time.').waitFor();
    await phone.tap('Privacy policy');
    await phone.text('As little as possible.').waitFor();
    await phone.goBack();
    await phone.tap('Agree and continue');
    await phone.tap('Create an account');
    await phone.fill('display-name', 'Lin');
    await phone.fill('email', email);
    await phone.fill('password', PASSWORD);
    await phone.tap('Create account');
    await phone.text(`We have mailed a code to ${email}.`).waitFor();
    await phone.fill('code', await codeSentTo(api, email));
    await phone.tap('Confirm and sign in');
    await phone.text('Autumn teas').waitFor();
  });

  it('signs in by a code, after a CAPTCHA that is solved by mouse in its widget', async () => {
    const { mobile } = await aMemberWithMobile(api);
    await phone.begin();
    await phone.tap('SMS code');
    await phone.fill('mobile', mobile);
    await phone.tap('Send code');
    const first = await shownChallenge(phone.page);
    await phone.picture('captcha');
    await phone.page.locator('.gc-icon-block svg').last().click();
    const second = await shownChallenge(phone.page, first);
    await solve(api, phone.page, second, wrong);
    const third = await shownChallenge(phone.page, second);
    await phone.text('That was not quite right. Here is another one.').waitFor();
    await solve(api, phone.page, third);
    await phone.text('If the number has an account, the code is on its way.').waitFor();
    expect(await phone.page.locator('.send').textContent()).toMatch(/Again in \d+ s/);
    await phone.fill('code', await eventually(async () => (await codesTo(api, mobile))[0]));
    await phone.tap('Sign in');
    await phone.text('Autumn teas').waitFor();
  });

  it('takes an agreement for that of one person: after a sign-out the next one is asked', async () => {
    const [first, second] = [await aMember(api), await aMember(api)];
    await phone.signIn(first);
    await phone.tab('Me');
    await phone.tap('Sign out');
    await phone.text('Before you begin').waitFor();
    // By the address of the page, without having agreed.
    await phone.page.goto(`${origin.url}/#/pages/sign-in/sign-in`);
    await phone.enter(second);
    const { access } = await phone.session(api.appId);
    expect(await outstandingFor(access)).toHaveLength(2);
    await phone.open();
    await phone.tap('Agree and continue');
    await phone.text('Autumn teas').waitFor();
    expect(await outstandingFor(access)).toEqual([]);
    // From another device, say.
    await clientOf(api).logout(access).expect(200);
    await phone.open();
    await phone.text('Before you begin').waitFor();
    await phone.tap('Agree and continue');
    await phone.text('Welcome back').waitFor();
  });

  const outstandingFor = async (access: string): Promise<readonly object[]> =>
    (await clientOf(api).context(access).expect(200)).body.data.legal_outstanding as object[];

  it('shows what is unread on the tab of the inbox, and no more once it was read', async () => {
    const member = await aMember(api, { display_name: 'Lin' });
    const inbox = inboxes(api);
    const [older, newer] = inbox.several(2);
    const titled = (title: string) => ({ title: { 'en-US': title }, body: { 'en-US': 'The kettle is on at four.' } });
    await inbox.deliver(
      await userIdOf(api, member.email),
      { ...older!, ...titled('Your order is on its way') },
      { ...newer!, ...titled('Tea at four?') },
    );
    await phone.signIn(member);
    await expectBadge('2');
    await phone.tab('Inbox');
    await phone.picture('inbox');
    await phone.tap('Tea at four?');
    await phone.page.locator('.title:visible', { hasText: 'Tea at four?' }).waitFor();
    await phone.goBack();
    await expectBadge('1');
    await phone.tap('Mark all as read');
    await phone.badge.waitFor({ state: 'detached' });
    expect(await phone.page.locator('.unread').count()).toBe(0);
  });

  const expectBadge = (text: string) => phone.badge.and(phone.text(text)).waitFor();

  it('finds an article by its category, shows it, and keeps it', async () => {
    await phone.signIn(await aMember(api));
    await phone.picture('articles');
    await phone.tap('Tea');
    await phone.text('A book for rain').waitFor({ state: 'hidden' });
    await phone.tap('Autumn teas');
    await phone.text('Oolong').waitFor();
    await phone.tap('☆ Keep');
    await phone.text('★ Kept').waitFor();
    await phone.picture('article');
    await phone.page.emulateMedia({ colorScheme: 'dark' });
    await phone.picture('article-dark');
    await phone.page.emulateMedia({ colorScheme: 'light' });
    await phone.goBack();
    await phone.tab('Me');
    await phone.tap('Kept articles');
    await phone.text('Autumn teas').waitFor();
    expect(await phone.text('A book for rain').count()).toBe(0);
  });

  it('changes the profile and its picture, in the language of the member', async () => {
    const member = await aMember(api, { display_name: 'Lin' });
    await phone.signIn(member);
    await phone.tab('Me');
    await phone.tap('Edit profile');
    const picture = await phone.changePicture(await cornered('png', 300, 300));
    const address = (await picture.getAttribute('src')) ?? '';
    expect((await phone.page.request.get(address)).headers()['content-type']).toBe('image/webp');
    await phone.fill('name', 'Lin Yun');
    await phone.fill('bio', 'Oolong in the morning, novels at night.');
    await phone.tap('Save');
    await phone.text('Saved').waitFor();
    await phone.goBack();
    await phone.text('Saved').waitFor({ state: 'hidden' });
    await phone.text('Lin Yun').waitFor();
    await phone.text('Oolong in the morning, novels at night.').waitFor();
    await phone.picture('profile');
    await phone.tap('中文');
    await phone.text('退出登录').waitFor();
    await phone.tab('发现');
    await phone.text('秋茶上市').waitFor();
    await phone.picture('articles-zh');
  });

  it('loses neither what was typed nor what another device has saved meanwhile', async () => {
    const member = await aMember(api, { display_name: 'Lin' });
    await phone.signIn(member);
    await phone.tab('Me');
    await phone.tap('Edit profile');
    await phone.fill('name', 'Lin Yun');
    await onAnotherDevice(member, { display_name: 'Lin from afar', bio: 'Books, too.' });
    await phone.changePicture(await cornered('png', 300, 300));
    await phone.tap('Save');
    await phone.text('On the other device: Lin from afar').waitFor();
    expect(await phone.field('name').inputValue()).toBe('Lin Yun');
    // The fields of uni-app show what is new a moment later.
    await eventually(async () => (await phone.field('bio').inputValue()) === 'Books, too.');
    await phone.tap('Save');
    await phone.text('Saved').waitFor();
    expect(await onAnotherDevice(member)).toMatchObject({ display_name: 'Lin Yun', bio: 'Books, too.' });
  });

  const onAnotherDevice = async (member: Member, change?: object): Promise<object> => {
    const me = meClient(api, (await signIn(api, member)).access_token);
    const { data } = (await me.get().expect(200)).body as { data: { lock_version: number } };
    if (change) await me.patch('', { ...change, lock_version: data.lock_version }).expect(200);
    return data;
  };

  it('refreshes once a token that expires in the middle of twenty parallel requests', async () => {
    await phone.signIn(await aMember(api));
    await phone.page.evaluate(HOLDING);
    // What left before is answered at any time.
    const [reads, refreshes] = [new Set<Request>(), new Set<Request>()];
    phone.page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().startsWith(`${api.url}/api/`)) reads.add(request);
      if (request.method() === 'POST' && request.url().endsWith('/auth/token/refresh')) refreshes.add(request);
    });
    const statuses: number[] = [];
    phone.page.on('response', (response) => {
      if (reads.has(response.request())) statuses.push(response.status());
    });
    const session = await phone.session(api.appId);
    const token = endingIn(session.access, 300, OURS);
    await phone.keepSession(api.appId, { ...session, access: token });
    // Each visit of a tab asks anew, whether or not the last one was answered.
    while ((await phone.page.evaluate<number>('held.length')) < 20) {
      await phone.tab('Inbox');
      await phone.tab('Discover');
    }
    await phone.page.evaluate('release(10)');
    await eventually(() => Promise.resolve(statuses.length === 10));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await secondsLater(301, async () => {
      expect((await clientOf(api).context(token)).status).toBe(401);
      const others = await phone.page.evaluate<number>('release(Infinity)');
      expect(others).toBeGreaterThanOrEqual(10);
      await eventually(() => Promise.resolve(statuses.filter((status) => status === 200).length >= 10 + others));
      expect(statuses.filter((status) => status === 401)).toHaveLength(others);
      expect(refreshes.size).toBe(1);
      const { access } = await phone.session(api.appId);
      expect(access).not.toBe(token);
      expect((await clientOf(api).context(access)).status).toBe(200);
    });
    expect(await phone.page.locator('.wrong:visible').count()).toBe(0);
  });

  it('checks for an upgrade as uni-upgrade-center does, and shows it', async () => {
    await phone.signIn(await aMember(api));
    // On a slow network it is tapped before the profile has come.
    const tapped = Promise.withResolvers<void>();
    await phone.page.route('**/api/v1/me', async (route) => {
      await tapped.promise;
      await route.fallback();
    });
    await phone.tab('Me');
    await phone.tap('Check for updates');
    await phone.text('The autumn update').waitFor();
    tapped.resolve();
    await phone.text('Version 1.1.0').waitFor();
    await phone.picture('upgrade');
    const opened = phone.page.context().waitForEvent('page');
    await phone.page.context().route('https://downloads.example.com/**', (route) => route.fulfill({ body: 'An APK' }));
    await phone.tap('Update now');
    expect((await opened).url()).toBe('https://downloads.example.com/tea-1.1.0.apk');
    await phone.tap('Later');
    await phone.text('Sign out').waitFor();
  });
});
