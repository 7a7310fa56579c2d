import type { Page } from 'playwright-core';
import type { TestApi } from '../../support/api';
import { type CaptchaAnswer, solveByMouse } from '../../support/captcha-widgets';

/** The id of the challenge that is shown, and whose pictures are there. */
export async function shownChallenge(page: Page, before = ''): Promise<string> {
  const sheet = page.locator(`[data-captcha]:not([data-captcha="${before}"])`);
  await sheet.locator('.gc-body img').first().waitFor();
  return (await sheet.getAttribute('data-captcha')) ?? '';
}

export async function solve(
  api: TestApi,
  page: Page,
  id: string,
  change = (answer: CaptchaAnswer) => answer,
): Promise<void> {
  const { body } = await api.http.get(`/internal/v1/dev/captchas/${id}`).expect(200);
  const { type, response } = body.data as { type: CaptchaAnswer['type']; response: object };
  await solveByMouse(page, page.locator(`[data-captcha="${id}"]`), change({ ...response, type } as never));
}

/** The answer of somebody who did not look. */
export function wrong(answer: CaptchaAnswer): CaptchaAnswer {
  if (answer.type === 'rotate')
    return { type: 'rotate', angle: answer.angle > 180 ? answer.angle - 60 : answer.angle + 60 };
  if (answer.type === 'click') return { type: 'click', points: answer.points.map(() => ({ x: 150, y: 5 })) };
  return { type: answer.type, point: { x: answer.point.x > 120 ? 40 : 200, y: answer.point.y } };
}
