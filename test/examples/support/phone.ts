import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Member } from '../../mobile/support/journey';
import { sharedBrowser } from '../../support/browser';

const ARTIFACTS = 'artifacts/examples';
/** Where a browser on Android would say that it is. */
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';
const LOOK = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  userAgent: ANDROID,
  locale: 'en-US',
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions;

/** Of the browser: the api answers an error, and the App tells it. */
const OF_AN_ANSWER = /^Failed to load resource: the server responded with a status of/;

interface KeptSession {
  readonly access: string;
}

const keyOf = (appId: string) => `appkernel.${appId}.session`;

/** Somebody with a phone, who opens the App in a browser. What goes wrong in the page is noted. */
export class Phone {
  readonly #faults: string[] = [];

  private constructor(
    private readonly url: string,
    readonly page: Page,
  ) {}

  static async at(url: string, options: BrowserContextOptions = {}): Promise<Phone> {
    const context = await (await sharedBrowser()).newContext({ ...LOOK, ...options });
    const phone = new Phone(url, await context.newPage());
    context.on('weberror', (error) => phone.#faults.push(error.error().message));
    context.on('console', (message) => {
      const isFault = /^(?:error|warning)$/.test(message.type()) && !OF_AN_ANSWER.test(message.text());
      if (isFault) phone.#faults.push(message.text());
    });
    return phone;
  }

  /** Nothing was done in vain, or against a policy of the browser. */
  async close(): Promise<void> {
    await this.page.context().close();
    expect(this.#faults).toEqual([]);
  }

  async open(): Promise<void> {
    await this.page.goto(this.url);
  }

  text(text: string): Locator {
    return this.page.getByText(text, { exact: true }).and(this.page.locator(':visible'));
  }

  async tap(text: string): Promise<void> {
    await this.text(text).first().click();
  }

  /** A field by the class of its element in uni-app, around that of the browser. */
  async fill(name: string, value: string): Promise<void> {
    await this.field(name).fill(value);
  }

  field(name: string): Locator {
    return this.page.locator(`.is-${name}:visible`).locator('input, textarea');
  }

  /** On the page of the profile's texts. @returns the picture, once it is shown. */
  async changePicture(buffer: Buffer): Promise<Locator> {
    const chosen = this.page.waitForEvent('filechooser');
    await this.tap('Change picture');
    await (await chosen).setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const picture = this.page.locator('.picture:visible img');
    await picture.waitFor({ state: 'attached' });
    return picture;
  }

  async tab(name: string): Promise<void> {
    await this.page.locator('.uni-tabbar__item', { hasText: name }).click();
  }

  get badge(): Locator {
    return this.page.locator('.uni-tabbar__badge');
  }

  async goBack(): Promise<void> {
    await this.page.goBack();
  }

  /** The first start, up to the sign-in. */
  async begin(): Promise<void> {
    await this.open();
    await this.tap('Skip');
    await this.tap('Agree and continue');
  }

  async signIn(member: Member): Promise<void> {
    await this.begin();
    await this.enter(member);
  }

  /** On the page of the sign-in. */
  async enter({ email, password }: Member): Promise<void> {
    await this.fill('name', email);
    await this.fill('password', password);
    await this.tap('Sign in');
    await this.text('Autumn teas').waitFor();
  }

  /** What the SDK keeps of the session, in the storage of uni-app. */
  async session(appId: string): Promise<KeptSession> {
    const stored = await this.page.evaluate<string>(`localStorage.getItem(${JSON.stringify(keyOf(appId))})`);
    return JSON.parse(stored) as KeptSession;
  }

  async keepSession(appId: string, session: KeptSession): Promise<void> {
    const stored = JSON.stringify(session);
    await this.page.evaluate(`localStorage.setItem(${JSON.stringify(keyOf(appId))}, ${JSON.stringify(stored)})`);
  }

  async picture(name: string): Promise<void> {
    // Pictures are there, and nothing moves.
    await this.page.waitForLoadState('networkidle');
    await this.page.screenshot({ path: `${ARTIFACTS}/uni-app-${name}.png`, animations: 'disabled' });
  }
}
