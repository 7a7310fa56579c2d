import type { Page } from 'playwright-core';

/** More stops than any screen has between two places. */
export const MOST_STOPS = 200;

/** What has the focus: whether that is anything, can be seen, and shows it. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  const { width, height } = one.getBoundingClientRect();
  const { outlineStyle, boxShadow } = getComputedStyle(one);
  return {
    what: one.outerHTML.slice(0, 120),
    isLost: one === document.body,
    isSeen: one.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0,
    isMarked: outlineStyle !== 'none' || boxShadow !== 'none' || one.matches('iframe, [type="range"], [type="checkbox"], [type="radio"]'),
  };
})()`;

interface Focused {
  readonly what: string;
  readonly isLost: boolean;
  readonly isSeen: boolean;
  readonly isMarked: boolean;
}

export const focusOf = (page: Page): Promise<Focused> => page.evaluate<Focused>(FOCUSED);
