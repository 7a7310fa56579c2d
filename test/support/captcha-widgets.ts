import type { Locator, Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** As the endpoint for development tells it. */
export type CaptchaAnswer =
  | { readonly type: 'click'; readonly points: readonly Point[] }
  | { readonly type: 'slide' | 'drag'; readonly point: Point }
  | { readonly type: 'rotate'; readonly angle: number };

/** Works a widget of go-captcha-vue like a hand, and looks at it to know how far it has moved. */
export async function solveByMouse(page: Page, shown: Locator, answer: CaptchaAnswer): Promise<void> {
  switch (answer.type) {
    case 'click': {
      const picture = await boxOf(shown.locator('.gc-picture'));
      for (const { x, y } of answer.points) await page.mouse.click(picture.x + x, picture.y + y);
      await shown.locator('.gc-button-block button').click();
      return;
    }
    case 'drag':
      await dragTile(page, shown, answer.point);
      return;
    case 'slide':
      await pull(page, shown, answer.point.x, async () => {
        const [tile, picture] = [await boxOf(shown.locator('.gc-tile')), await boxOf(shown.locator('.gc-picture'))];
        return tile.x - picture.x;
      });
      return;
    case 'rotate':
      await pull(page, shown, answer.angle, async () => {
        const style = (await shown.locator('[style*="rotate("]').first().getAttribute('style')) ?? '';
        return Number(/rotate\(([\d.]+)deg\)/.exec(style)?.[1]);
      });
  }
}

/** Pulls the slider, in ever smaller steps, until the piece is where it belongs. */
async function pull(page: Page, shown: Locator, goal: number, position: () => Promise<number>): Promise<void> {
  const handle = await boxOf(shown.locator('.gc-drag-block'));
  const y = handle.y + handle.height / 2;
  let x = handle.x + handle.width / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  const start = await position();
  await page.mouse.move((x += 20), y, { steps: 4 });
  const perPixel = ((await position()) - start) / 20;
  for (let step = 0; step < 8 && Math.abs(goal - (await position())) > perPixel / 2; step++) {
    await page.mouse.move((x += (goal - (await position())) / perPixel), y, { steps: 4 });
  }
  await page.mouse.up();
}

async function dragTile(page: Page, shown: Locator, goal: Point): Promise<void> {
  const [tile, picture] = [await boxOf(shown.locator('.gc-tile')), await boxOf(shown.locator('.gc-picture'))];
  const grip = { x: tile.width / 2, y: tile.height / 2 };
  await page.mouse.move(tile.x + grip.x, tile.y + grip.y);
  await page.mouse.down();
  await page.mouse.move(picture.x + goal.x + grip.x, picture.y + goal.y + grip.y, { steps: 12 });
  await page.mouse.up();
}

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not to be seen');
  return box;
}
