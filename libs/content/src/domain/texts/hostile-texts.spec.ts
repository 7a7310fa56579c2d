import fc from 'fast-check';
import { harmsOf, rewritten } from '../../../../../test/support/harmless-html';
import { rounds } from '../../../../../test/support/rounds';
import { HOSTILE_HTML, HOSTILE_MARKDOWN } from '../../../../../test/support/xss-corpus';
import { bodyToStore, plainBody, renderBody, sanitize } from './rich-text';

const ALL = [...HOSTILE_HTML, ...HOSTILE_MARKDOWN];

describe('The check', () => {
  it.each([
    ['<script>x</script>', 'script of http://www.w3.org/1999/xhtml'],
    ['<p onclick="x()">a</p>', 'p has onclick'],
    ['<svg></svg>', 'svg of http://www.w3.org/2000/svg'],
    ['<!-- a -->', '#comment is no text'],
    ['<a href="javascript:x">a</a>', 'a leads to javascript:x'],
    ['<a href="java\tscript:x">a</a>', 'a leads to java\tscript:x'],
    ['<a href="//evil.example">a</a>', 'a leads to //evil.example'],
    ['<a href="https:evil.example">a</a>', 'a leads to https:evil.example'],
    ['<a href="a.html">a</a>', 'a leads to a.html'],
    ['<img src="mailto:a@b.example">', 'img leads to mailto:a@b.example'],
    ['<body onload="x">', 'body got onload'],
    ['<template><p>a</p></template>', 'template of http://www.w3.org/1999/xhtml'],
  ])('finds what is wrong with %s', (html, harm) => expect(harmsOf(html)).toContain(harm));

  it('finds what is another thing when it is read again', () => {
    const nested = '<table><tr><td><a href="#a"></td></tr></table><form><div></form><form>b</form></div>';
    expect(harmsOf(nested).some((harm) => harm.startsWith('reads '))).toBe(true);
  });

  it('finds nothing wrong with what an editor may write', () => {
    const html =
      '<h1 lang="en">A</h1><p><a href="https://a.example/?b=1&amp;c" title="d">e</a> <a href="#f">g</a></p>' +
      '<table><tbody><tr><td colspan="2">h</td></tr></tbody></table><img src="https://a.example/i.png" alt="j">';
    expect(harmsOf(html)).toEqual([]);
  });
});

describe('The corpus', () => {
  it('is large, and without repetitions', () => {
    expect(HOSTILE_HTML.length).toBeGreaterThanOrEqual(150);
    expect(HOSTILE_MARKDOWN.length).toBeGreaterThanOrEqual(60);
    expect(new Set(ALL).size).toBe(ALL.length);
  });
});

describe('A hostile text', () => {
  it.each(ALL)('does no harm: %j', (text) => {
    expect(harmsOf(sanitize(text))).toEqual([]);
    expect(harmsOf(bodyToStore(text, 'html'))).toEqual([]);
    expect(harmsOf(renderBody(text, 'html'))).toEqual([]);
    expect(harmsOf(renderBody(text, 'markdown'))).toEqual([]);
    expect(harmsOf(plainBody(text))).toEqual([]);
  });

  it('does no harm as a link in a link, which by way of a table a browser reads, and writes as two', () => {
    const nested = '<a href="https://a.example"><table><a href="https://b.example">b</a></table></a>';
    const html = renderBody(nested.replace('b.example', 'b.example" onclick="x()'), 'html');
    expect(html).toBe(nested);
    expect(harmsOf(html).filter((harm) => !/^(?:reads|is written) /.test(harm))).toEqual([]);
    expect(harmsOf(rewritten(rewritten(html)))).toEqual([]);
  });

  it('does no harm together with any others, however they are cut', () => {
    const part = fc.constantFrom(...ALL).chain((text) =>
      fc.oneof(
        fc.constant(text),
        fc.nat(text.length).map((length) => text.slice(0, length)),
        fc.nat(text.length).map((from) => text.slice(from)),
      ),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', ' ', '\n\n'),
        (parts, between) => {
          const text = parts.join(between);
          for (const format of ['html', 'markdown'] as const) expect(harmsOf(renderBody(text, format))).toEqual([]);
        },
      ),
      { numRuns: rounds(2_000, 10) },
    );
  });
});
