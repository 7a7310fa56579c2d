export type Parsed =
  | { readonly isRight: true; readonly value: unknown; readonly bytes: number }
  | { readonly isRight: false; readonly line: number; readonly column: number };

/** What a text says as JSON, and how large it is when it is sent; else where it stops to be any. */
export function parseJson(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    return { isRight: true, value, bytes: new TextEncoder().encode(JSON.stringify(value)).length };
  } catch {
    return { isRight: false, ...placeOf(text, failureOf(text)) };
  }
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** What may stand in a JSON text, each as long as it goes. */
const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/y;

type Want = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma';

/** Browsers say it each in their own words, or not at all. @returns the place of the first character that cannot stand there. */
function failureOf(text: string): number {
  const open: string[] = [];
  let want: Want = 'value';
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    const start = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    if (!found) return start;
    const [, sign, string, literal] = found;
    const next = after(want, open, { sign, string, literal });
    if (next === null) return start;
    if (next === 'done') return TOKEN.lastIndex + (/^\s*/.exec(text.slice(TOKEN.lastIndex))?.[0].length ?? 0);
    want = next;
    at = TOKEN.lastIndex;
  }
}

interface Token {
  readonly sign: string | undefined;
  readonly string: string | undefined;
  readonly literal: string | undefined;
}

/** @returns what may follow, null where this token may not stand. */
function after(want: Want, open: string[], { sign, string, literal }: Token): Want | 'done' | null {
  const closed = (): Want | 'done' => (open.length === 0 ? 'done' : 'comma');
  if (want === 'colon') return sign === ':' ? 'value' : null;
  if (want === 'comma') {
    if (sign === ',') return open.at(-1) === '{' ? 'key' : 'value';
    return (sign === '}' && open.at(-1) === '{') || (sign === ']' && open.at(-1) === '[')
      ? (open.pop(), closed())
      : null;
  }
  if (want === 'key' || want === 'key or end') {
    if (string !== undefined) return 'colon';
    return want === 'key or end' && sign === '}' ? (open.pop(), closed()) : null;
  }
  if (string !== undefined || literal !== undefined) return closed();
  if (sign === '{' || sign === '[') {
    open.push(sign);
    return sign === '{' ? 'key or end' : 'value or end';
  }
  return want === 'value or end' && sign === ']' ? (open.pop(), closed()) : null;
}
