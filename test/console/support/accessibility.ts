import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Every rule of WCAG 2.2 up to level AA that a program can check, and good practice besides. None is excepted. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  readonly rule: string;
  readonly nodes: readonly string[];
}

interface PointedAt {
  readonly place: number;
  readonly look: string;
}

/** Previews are frames in which nothing runs, axe neither: asking them is an error of the page. Styles need not be fetched again. */
const OPTIONS = { resultTypes: ['violations'], iframes: false, preload: false };

const examination = (of: string, rules: object) => `axe.run(${of}, ${JSON.stringify({ ...OPTIONS, ...rules })})
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    ({ rule: id, nodes: nodes.map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary) })))`;

const BY_ALL_RULES = { runOnly: { type: 'tag', values: RULES } };
/** What an examination looks at: a screen by itself where its frame has been looked at before. */
const WHERE = { page: 'document', screen: JSON.stringify('main') } as const;

/** Halfway between two colours is none that anybody reads by. */
const AT_REST = `Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished))`;

/** One of each look can be pointed at: it follows from the class, and from what the control says of itself. */
const CONTROLS = `[...document.querySelectorAll('button, a[href], summary, tbody tr')]
  .filter((one) => one.checkVisibility() && !one.matches('.skip'))
  .map((one, place) => {
    one.dataset.suite = String(place);
    const { tagName, className, ariaDisabled, ariaCurrent, ariaSelected } = one;
    return { place, look: [tagName, className, one.closest('main') ? 'main' : '', ariaDisabled, ariaCurrent, ariaSelected].join(' ') };
  })`;

/** @param what names the state of the page where something is wrong. */
export async function expectAccessible(page: Page, what: string, where: keyof typeof WHERE = 'page'): Promise<void> {
  const found = await examine(page, examination(WHERE[where], BY_ALL_RULES));
  expect({ what, found }).toEqual({ what, found: [] });
}

/** The same for what the pointer is upon. @param seen what was looked at before, and is not again. */
export async function expectContrastBelowPointer(page: Page, seen: Set<string>): Promise<void> {
  for (const { place, look } of await page.evaluate<PointedAt[]>(CONTROLS)) {
    if (seen.has(look)) continue;
    seen.add(look);
    const selector = `[data-suite="${place}"]`;
    await page.locator(selector).hover({ force: true });
    const contrast = examination(JSON.stringify(selector), { runOnly: { type: 'rule', values: ['color-contrast'] } });
    expect({ look, found: await examine(page, contrast) }).toEqual({ look, found: [] });
  }
}

async function examine(page: Page, expression: string): Promise<Finding[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  await page.evaluate(AT_REST);
  return page.evaluate<Finding[]>(expression);
}
