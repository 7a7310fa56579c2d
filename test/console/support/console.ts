import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from '../../support/browser';
import type { TestApi } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { FROM_OUR_PAGE } from './door';

/** Violations of the policy are told by the page itself, so that none is missed that the browser only reports. */
const REPORTS_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('Against the policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/** What the browser writes of an answer that is no success: the answer itself is recorded. */
const OF_AN_ANSWER = /^Failed to load resource: the server responded with a status of/;

/** The page has given up asking, as when it is left. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** Two frames are drawn, so whatever follows from an answer has happened. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type Preferences = Pick<
  BrowserContextOptions,
  'locale' | 'colorScheme' | 'viewport' | 'deviceScaleFactor' | 'reducedMotion'
>;

/** Somebody with a browser of their own, which notes whatever its pages do in vain or against their policy. */
export class Visitor {
  readonly #faults: string[] = [];
  readonly #underWay = new Map<Page, Set<object>>();
  readonly #waiting = new Set<() => void>();

  private constructor(
    private readonly url: string,
    readonly context: BrowserContext,
    /** The first tab. */
    readonly page: Page,
  ) {}

  static async arrive(browser: Browser, url: string, preferences: Preferences = {}): Promise<Visitor> {
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...preferences,
    });
    await context.addInitScript(REPORTS_VIOLATIONS);
    const visitor = new Visitor(url, context, await context.newPage());
    visitor.#watch();
    return visitor;
  }

  #watch(): void {
    const { context } = this;
    context.on('console', (message) => {
      const told = message.text();
      if (/^(?:error|warning)$/.test(message.type()) && !OF_AN_ANSWER.test(told)) this.#faults.push(told);
    });
    context.on('weberror', (error) => this.#faults.push(error.error().message));
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() >= 400)
        this.#faults.push(`${response.status()} ${response.request().method()} ${pathname}`);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (reason !== GIVEN_UP) this.#faults.push(`${reason} ${new URL(request.url()).pathname}`);
    });
    for (const page of context.pages()) this.#follow(page);
    context.on('page', (page) => this.#follow(page));
  }

  /** By the events of the page: a request does not know its own where that is not there yet. */
  #follow(page: Page): void {
    const ended = (request: object) => {
      this.#of(page).delete(request);
      for (const look of this.#waiting) look();
    };
    page.on('request', (request) => this.#of(page).add(request));
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  }

  #of(page: Page): Set<object> {
    const known = this.#underWay.get(page) ?? new Set();
    this.#underWay.set(page, known);
    return known;
  }

  /** What went wrong until now, which the test expects: none of it is left for `expectClean`. */
  takeFaults(): string[] {
    return this.#faults.splice(0);
  }

  expectClean(): void {
    expect(this.takeFaults()).toEqual([]);
  }

  /** Loads a place of the console anew; `path` is below `/console/`. */
  async open(path: string, page = this.page): Promise<void> {
    await page.goto(`${this.url}/console/${path}`);
    await this.settled(page);
  }

  /** Goes to a place within the page, as by the keys of the browser: loading all anew would take most of the time. */
  async goTo(path: string, page = this.page): Promise<void> {
    const target = JSON.stringify(`/console/${path}`);
    if ((await page.evaluate(`location.pathname + location.search`)) === `/console/${path}`) return this.settled(page);
    await page.evaluate(`document.activeElement?.blur();
      history.pushState({}, '', ${target});
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))`);
    // The heading of each new screen is where reading goes on.
    await page.locator('h1:focus').waitFor();
    await this.settled(page);
  }

  /** Waits until the page has been drawn with all that it asked for. */
  async settled(page = this.page): Promise<void> {
    await page.locator('main h1').waitFor();
    do {
      await this.#quiet(page);
      await page.evaluate(DRAWN);
    } while (this.#of(page).size > 0);
  }

  /** Waits until a click has led to the screen of `heading`: until then the one before is what a test would find. */
  async arrived(heading: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await this.settled();
  }

  /** Presses what saves or sends, and waits until the page has drawn the answer. */
  async sent(press: () => Promise<unknown>, status = 200): Promise<void> {
    // A preview is asked for by what was typed before.
    const isIt = (url: string, method: string) => method !== 'GET' && !url.endsWith('/content/preview');
    const [answer] = await Promise.all([
      this.page.waitForResponse((each) => isIt(each.url(), each.request().method())),
      press(),
    ]);
    expect(answer.status()).toBe(status);
    await this.settled();
  }

  #quiet(page: Page): Promise<void> {
    return new Promise((done) => {
      const look = () => {
        if (this.#of(page).size > 0) return;
        this.#waiting.delete(look);
        done();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async newTab(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await this.open(path, page);
    return page;
  }

  /** By the page, whatever its language. */
  async signIn({ email, password }: Credentials, path = ''): Promise<void> {
    await this.open(path);
    await this.fillIn({ email, password });
    await this.page.locator('#content').waitFor();
    await this.settled();
  }

  /** By the cookie alone: the page of the sign-in need not be loaded for suites that are about something else. */
  async comeIn({ email, password }: Credentials): Promise<void> {
    const answer = await this.context.request.post(`${this.url}/console/session/login`, {
      headers: FROM_OUR_PAGE,
      data: { email, password },
    });
    expect(answer.status()).toBe(200);
    await this.open('');
    await this.page.locator('#content').waitFor();
    await this.settled();
  }

  /** Becomes somebody who has never been here, in a page that is loaded already. */
  async forget(): Promise<void> {
    await this.context.clearCookies();
    await this.page.evaluate('localStorage.clear(); sessionStorage.clear()');
  }

  /** By the menu of the account, in English. What the page still asks for then would be refused. */
  async signOut(): Promise<void> {
    await this.settled();
    await this.page.getByRole('button', { name: 'Account' }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  }

  /** The question for address and password, which is sent. */
  async fillIn({ email, password }: Credentials, page = this.page): Promise<void> {
    const form = page.locator('form', { has: page.locator('input[name="username"]') });
    const address = form.locator('input[name="username"]');
    if (await address.isEditable()) await address.fill(email);
    await form.locator('input[name="password"]').fill(password);
    await form.locator('button[type="submit"]').click();
  }
}

export interface SuiteConsole {
  readonly api: TestApi;
  arrive(preferences?: Preferences): Promise<Visitor>;
  signedIn(who: Credentials, preferences?: Preferences): Promise<Visitor>;
}

/** An api with the built console and a browser, for the tests of a block. After each, no page has done anything in vain. */
export function suiteConsole(environment: Readonly<Record<string, string>> = {}): SuiteConsole {
  const api = suiteApi(environment, { regions: 'few' });
  const visitors: Visitor[] = [];
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(() => {
    for (const visitor of visitors) visitor.expectClean();
  });
  afterAll(async () => {
    await Promise.all(visitors.map(({ context }) => context.close()));
  });
  const arrive = async (preferences: Preferences = {}) => {
    const visitor = await Visitor.arrive(browser, api.url, preferences);
    visitors.push(visitor);
    return visitor;
  };
  return {
    api,
    arrive,
    signedIn: async (who, preferences = {}) => {
      const visitor = await arrive(preferences);
      await visitor.comeIn(who);
      return visitor;
    },
  };
}
