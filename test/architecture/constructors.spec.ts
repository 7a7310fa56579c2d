import { readSources } from './sources';

/** Of what one class may be made. One that needs more does more than one thing. */
const MOST_PARAMETERS = 8;

/** A constructor with its parameters. None of those of this repository contains a parenthesis that is not closed. */
const CONSTRUCTOR = /\bconstructor\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\s*\{/g;

describe('Constructors', () => {
  const found = readSources()
    .filter(({ path }) => /^(?:apps|libs)\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(CONSTRUCTOR)].map(([, list = '']) => ({ path, count: countOf(list) })),
    );

  it('are found', () => expect(found.length).toBeGreaterThan(500));

  it('have no more than eight parameters', () => {
    const large = found.filter(({ count }) => count > MOST_PARAMETERS);
    expect(large.map(({ path, count }) => `${path}: ${count}`)).toEqual([]);
  });
});

/** Commas between types and patterns in brackets separate no parameters. */
function countOf(list: string): number {
  let depth = 0;
  const bare = list.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replaceAll('=>', '');
  const outer = [...bare].filter((sign) => {
    if ('([{<'.includes(sign)) depth += 1;
    if (')]}>'.includes(sign)) depth -= 1;
    return depth === 0;
  });
  return outer
    .join('')
    .split(',')
    .filter((part) => part.trim() !== '').length;
}
