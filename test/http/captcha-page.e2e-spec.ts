import { mkdirSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { startTestApi, type TestApi } from '../support/api';
import { describeInBrowser, launchBrowser } from '../support/browser';
import { type CaptchaAnswer, solveByMouse } from '../support/captcha-widgets';

const ARTIFACTS = 'artifacts';
const PHONE = { width: 375, height: 812 };
const TYPES = ['click', 'slide', 'drag', 'rotate'];

describeInBrowser('The page /docs/captcha, in a browser', () => {
  let api: TestApi;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    api = await startTestApi({ NODE_ENV: 'development' });
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: PHONE, locale: 'zh-CN' });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${api.url}/docs/captcha?app=${api.appId}`);
    // All its cards are in place: one that still grows moves the others.
    for (const type of TYPES) await challengeOf(card(type));
  });

  // Whatever a test has done with the page, it must not have led to errors.
  afterEach(() => expect(errors).toEqual([]));

  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  const card = (name: string) => page.locator(`[data-card=${name}]`);

  /** Whether or not a test has answered the one that it shows. */
  const renew = async (shown: Locator) => {
    const before = await shown.getAttribute('data-captcha');
    await shown.getByRole('button', { name: 'New challenge' }).click();
    await challengeOf(shown, before ?? undefined);
  };

  const answerOf = async (shown: Locator): Promise<CaptchaAnswer> => {
    const id = await challengeOf(shown);
    const { body } = await api.http.get(`/internal/v1/dev/captchas/${id}`).expect(200);
    return { ...body.data.response, type: body.data.type } as CaptchaAnswer;
  };

  it.each(TYPES)('works with a mouse on the %s widget', async (type) => {
    const shown = card(type);
    await shown.scrollIntoViewIfNeeded();
    mkdirSync(ARTIFACTS, { recursive: true });
    await shown.screenshot({ path: `${ARTIFACTS}/captcha-${type}.png` });
    const answer = await answerOf(shown);
    expect(answer.type).toBe(type);
    await solveByMouse(page, shown, answer);
    const status = shown.getByRole('status');
    await status.waitFor();
    await page.screenshot({ path: `${ARTIFACTS}/captcha-page-${type}.png` });
    expect(await status.textContent()).toBe('200 verified');
  });

  it('works as an App does: a challenge for a number, and then the SMS', async () => {
    const mobile = '+8613800138000';
    await page.locator('input[name=mobile]').fill(mobile);
    const shown = card('sms');
    await shown.getByRole('button', { name: 'New challenge' }).click();
    await challengeOf(shown);
    await shown.scrollIntoViewIfNeeded();
    await solveByMouse(page, shown, await answerOf(shown));
    const status = shown.getByRole('status');
    await status.waitFor();
    expect(await status.textContent()).toBe('202 verified');
  });

  it('loads nothing from other origins and violates no policy', () => {
    expect(errors).toEqual([]);
  });

  it('says so when the answer is wrong', async () => {
    const shown = card('rotate');
    await renew(shown);
    await shown.scrollIntoViewIfNeeded();
    const answer = await answerOf(shown);
    if (answer.type !== 'rotate') throw new Error('Not a disc');
    await solveByMouse(page, shown, {
      type: 'rotate',
      angle: answer.angle > 180 ? answer.angle - 60 : answer.angle + 60,
    });
    const status = shown.getByRole('status');
    await status.waitFor();
    expect(await status.textContent()).toBe('422 IAM.CAPTCHA.INVALID');
    await renew(shown);
  });
});

describe('The page /docs/captcha', () => {
  it('is there with the documentation only', async () => {
    const api = await startTestApi({ SWAGGER_ENABLED: 'false' });
    await api.http.get('/docs/captcha').expect(404);
    await api.http.get('/docs/captcha/assets/page.js').expect(404);
    await api.http.post('/docs/captcha/challenges').set('X-AppID', api.appId).send({ type: 'click' }).expect(404);
    await api.close();
  });
});

/** The id of the challenge that the card shows, once it shows one, and another one than before. */
async function challengeOf(shown: Locator, before?: string): Promise<string> {
  const isShown = before === undefined ? '[data-captcha]' : `[data-captcha]:not([data-captcha="${before}"])`;
  const current = shown.and(shown.page().locator(isShown));
  await current.locator('.gc-body img').first().waitFor();
  return (await current.getAttribute('data-captcha')) ?? '';
}
