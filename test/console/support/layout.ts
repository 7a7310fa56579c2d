import type { Page } from 'playwright-core';

export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** By how much the page is wider than its window, and what is to blame. */
const OVERFLOW = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
  return scrollWidth > clientWidth ? wide.slice(-5).map((one) => one.outerHTML.slice(0, 120)) : [];
})()`;

/** Nothing is wider than the window. */
export async function expectFitting(page: Page, name: string): Promise<void> {
  expect({ name, overflow: await page.evaluate(OVERFLOW) }).toEqual({ name, overflow: [] });
}
