import { findJsonProblem } from '../http/request/json-shape';
import { UsageError } from './command';

/** The position of an entry in its file. */
export type Place = { readonly line: number } | { readonly entry: number };

/** `value` is undefined where there is no valid JSON. */
export interface FileEntry {
  readonly place: Place;
  readonly value: unknown;
}

/**
 * The entries of an exported collection: a list, a single object, or, as uniCloud writes them, one object per line.
 *
 * @throws UsageError when the file is not UTF-8 text.
 */
export function readEntries(content: Buffer): FileEntry[] {
  const text = decode(content);
  const whole = parse(text);
  if (Array.isArray(whole)) return whole.map((value, index) => entry({ entry: index + 1 }, value));
  if (whole !== undefined) return [entry({ entry: 1 }, whole)];
  return text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), place: { line: index + 1 } }))
    .filter((line) => line.text !== '')
    .map((line) => entry(line.place, parse(line.text)));
}

function entry(place: Place, value: unknown): FileEntry {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { place, value: isObject && !findJsonProblem(value) ? value : undefined };
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UsageError('The file is not UTF-8 text');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
