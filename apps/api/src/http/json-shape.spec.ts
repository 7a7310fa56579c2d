import fc from 'fast-check';
import { findJsonProblem, isPlainText } from './json-shape';

describe('findJsonProblem', () => {
  it('finds nothing wrong with ordinary JSON', () => {
    expect(findJsonProblem({ a: [{ b: 'c' }, null, 1, true], d: {} })).toBeNull();
    for (const scalar of [null, 1, '', 'text', true, undefined]) expect(findJsonProblem(scalar)).toBeNull();
  });

  it('finds a key that names a prototype wherever it stands', () => {
    const key = fc.constantFrom('__proto__', 'prototype', 'constructor', 'toString', 'hasOwnProperty');
    const steps = fc.array(fc.constantFrom('a', 'b', 0), { maxLength: 20 });
    fc.assert(
      fc.property(key, steps, fc.json(), (forbidden, path, inner) => {
        let text = `{${JSON.stringify(forbidden)}:${inner}}`;
        for (const step of path.toReversed()) text = step === 0 ? `[${text}]` : `{"${step}":${text}}`;
        const problem = findJsonProblem(JSON.parse(text));
        // Something else may be wrong with what was put beneath it.
        expect(problem).not.toBeNull();
        expect(problem?.field.startsWith(path.join('.'))).toBe(true);
      }),
    );
  });

  it('ends with the document, without exhausting the stack', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = level % 2 ? [deep] : { a: deep };
    expect(findJsonProblem(deep)).toMatchObject({ code: 'too_deep', params: { max: 32 } });
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, []]));
    expect(findJsonProblem(wide)).toMatchObject({ code: 'too_many_keys', params: { max: 1_000 } });
    expect(findJsonProblem(Array(100_000).fill({}))).toMatchObject({ code: 'too_many_items', params: { max: 1_000 } });
  });

  it('counts keys over the whole document', () => {
    const objects = (count: number) => Array.from({ length: count }, (_, index) => ({ [`k${index}`]: 1 }));
    expect(findJsonProblem({ a: objects(500), b: objects(498) })).toBeNull();
    expect(findJsonProblem({ a: objects(500), b: objects(499) })).toMatchObject({ code: 'too_many_keys' });
  });

  it('throws at nothing that JSON can say, and adds nothing to any prototype', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), (text) => {
        const problem = findJsonProblem(JSON.parse(text));
        if (problem) expect(problem.code).toMatch(/^(unknown_field|too_\w+)$/);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('isPlainText', () => {
  it('refuses NUL and unpaired surrogates, and nothing else', () => {
    for (const text of ['', 'a', '😀', '\n\t\u0001', '\ufffe', '\u202e']) expect(isPlainText(text)).toBe(true);
    for (const text of ['\0', 'a\0', '\ud800', 'a\udc00', '\udc00\ud800']) expect(isPlainText(text)).toBe(false);
  });
});
