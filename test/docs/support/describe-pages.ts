import { BEGINNING, runningPages, textOf } from './pages';
import { runPage } from './run-page';

/** Into how many suites the pages are dealt, which run at the same time. */
const PARTS = 4;

/** Runs a part of the pages, each from its beginning and by itself. */
export function describePages(part: 1 | 2 | 3 | 4): void {
  const pages = runningPages().filter((_page, index) => index % PARTS === part - 1);
  describe(`Pages of the guide, part ${part} of ${PARTS},`, () => {
    it('say where their variables come from', () => {
      expect(pages.filter((page) => !textOf(page).includes(BEGINNING))).toEqual([]);
    });

    for (const page of pages) {
      it(`have commands that work one after the other: ${page}`, async () => {
        expect(await runPage(page)).toEqual({ code: 0, stderr: '', end: '' });
      }, 180_000);
    }
  });
}
