export type BodyFormat = 'markdown' | 'html';

/** What a button of the toolbar puts around or before the selection. */
export type Mark = 'bold' | 'italic' | 'heading' | 'link' | 'list' | 'quote' | 'code';

export const MARKS: readonly Mark[] = ['bold', 'italic', 'heading', 'link', 'list', 'quote', 'code'];

export interface Edit {
  readonly from: number;
  readonly to: number;
  /** In the place of what stands from `from` to `to`. */
  readonly text: string;
  /** What is selected afterwards. */
  readonly start: number;
  readonly end: number;
}

const AROUND: Readonly<Record<BodyFormat, Partial<Record<Mark, readonly [string, string]>>>> = {
  markdown: { bold: ['**', '**'], italic: ['*', '*'], code: ['`', '`'], link: ['[', '](https://)'] },
  html: {
    ...{ bold: ['<strong>', '</strong>'], italic: ['<em>', '</em>'], code: ['<code>', '</code>'] },
    ...{ link: ['<a href="https://">', '</a>'], heading: ['<h2>', '</h2>'], quote: ['<blockquote>', '</blockquote>'] },
    list: ['<ul>\n  <li>', '</li>\n</ul>'],
  },
};
const BEFORE_LINES: Partial<Record<Mark, string>> = { heading: '## ', list: '- ', quote: '> ' };

/** How the text changes where a mark is asked for; the same mark again takes it away. */
export function edit(text: string, start: number, end: number, mark: Mark, format: BodyFormat): Edit {
  const around = AROUND[format][mark];
  return around ? wrapped(text, start, end, around) : prefixed(text, start, end, BEFORE_LINES[mark] ?? '');
}

/** A picture of the App's files, which the API knows by `file:<id>`. */
export function picture(fileId: string, alt: string, format: BodyFormat): string {
  const named = alt.replaceAll(/[\r\n]+/g, ' ');
  if (format === 'html')
    return `<img src="file:${fileId}" alt="${named.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}">`;
  return `![${named.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](file:${fileId})`;
}

function wrapped(text: string, start: number, end: number, [open, close]: readonly [string, string]): Edit {
  const inside = text.slice(start, end);
  if (text.slice(start - open.length, start) === open && text.slice(end, end + close.length) === close) {
    const from = start - open.length;
    return { from, to: end + close.length, text: inside, start: from, end: from + inside.length };
  }
  return { from: start, to: end, text: open + inside + close, start: start + open.length, end: end + open.length };
}

function prefixed(text: string, start: number, end: number, prefix: string): Edit {
  // From before the first character, `lastIndexOf` would look at that one.
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(prefix));
  const changed = lines.map((line) => (isMarked ? line.slice(prefix.length) : prefix + line)).join('\n');
  return { from, to, text: changed, start: from, end: from + changed.length };
}
