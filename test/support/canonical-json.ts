import { createHash } from 'node:crypto';

/** The characters that RFC 8785 (3.2.2.2) has two characters for; other control characters have six. */
const SHORT: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * Canonical JSON (RFC 8785), as somebody writes it who has the RFC and not our program: neither `JSON.stringify` nor the
 * library that the program uses.
 *
 * @throws Error for what JSON cannot represent.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} is no number of JSON`);
    // The RFC takes the form of numbers from ECMAScript, in which negative zero has no sign.
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new Error(`${typeof value} is not of JSON`);
  const members = Object.entries(value).sort(([a], [b]) => byCodeUnits(a, b));
  return `{${members.map(([key, member]) => `${quoted(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/** SHA-256, in lower-case hex, of the canonical JSON. */
export function canonicalHash(value: object): string {
  return createHash('sha256')
    .update(Buffer.from(canonicalJson(value), 'utf8'))
    .digest('hex');
}

function quoted(text: string): string {
  if (!text.isWellFormed()) throw new Error('A lone surrogate is no text of JSON');
  let inner = '';
  for (const character of text) {
    const code = character.charCodeAt(0);
    inner += SHORT[character] ?? (code < 0x20 ? `\\u${code.toString(16).padStart(4, '0')}` : character);
  }
  return `"${inner}"`;
}

function byCodeUnits(a: string, b: string): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = a.charCodeAt(index) - b.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
