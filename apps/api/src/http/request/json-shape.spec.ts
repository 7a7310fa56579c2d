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
        // The value put beneath it may have a problem of its own.
        expect(problem).not.toBeNull();
        expect(problem?.field.startsWith(path.join('.'))).toBe(true);
      }),
    );
  });

  it('throws at nothing that JSON can say, and adds nothing to any prototype', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), (text) => {
        const problem = findJsonProblem(JSON.parse(text));
        if (problem) expect(problem.code).toBe('unknown_field');
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
