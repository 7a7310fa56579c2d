import type { FieldError } from '@libs/kernel';

const MAX_DEPTH = 32;
/** The default limit of items in one list. */
export const DEFAULT_ITEMS = 1_000;
/** The limit of items in all lists, unless one list may have that many. */
const MAX_ITEMS_IN_ALL = 10_000;
/** The items that an inner list counts as: where a list of objects is expected, each becomes an object of its own. */
const ITEMS_OF_INNER_LIST = 5;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const BLANK = 0x20;

/** Names made up by a client are truncated in answers. */
const MAX_NAME_BYTES = 200;

/** An object or a list that is open. */
interface Level {
  readonly isList: boolean;
  /** The items of the list so far. */
  items: number;
  /** The position of the latest key of the object. */
  key: readonly [start: number, end: number];
}

/**
 * Measures the depth, width and length of a JSON text in one pass over its bytes, so that no value is built from one
 * that is too large. The parser checks the syntax: the counts of malformed text do not matter.
 *
 * @param maxKeys of all objects together, repeated keys included.
 * @param maxItems of one list.
 */
export function findJsonExcess(bytes: Uint8Array, maxKeys: number, maxItems = DEFAULT_ITEMS): FieldError | null {
  const maxInAll = Math.max(MAX_ITEMS_IN_ALL, maxItems + DEFAULT_ITEMS);
  const levels: Level[] = [];
  let keys = 0;
  let items = 0;
  let latestString: Level['key'] = [0, 0];
  let isFirst = false;
  let level: Level | undefined;

  const excess = (field: string, code: string, max: number): FieldError => ({ field, code, params: { max } });
  const nameOf = ({ isList, items: count, key: [start, end] }: Level): string =>
    isList ? String(count - 1) : new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + MAX_NAME_BYTES)));
  /** Deep and wide input makes long paths: the first segment is enough to find the place. */
  const top = (): string => (levels[0] ? nameOf(levels[0]) : '');

  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte <= BLANK) continue;
    // Anything after an opening bracket but the closing one is the first item; each comma announces another.
    if (level?.isList && (byte === COMMA || (isFirst && byte !== CLOSING_BRACKET))) {
      level.items += 1;
      items += 1;
    }
    isFirst = byte === OPENING_BRACKET;
    if (level?.isList) {
      if (isFirst) items += ITEMS_OF_INNER_LIST - 1;
      if (level.items > maxItems || items > maxInAll) {
        const path = levels.slice(0, -1).map(nameOf).join('.');
        return excess(path, 'too_many_items', level.items > maxItems ? maxItems : maxInAll);
      }
    }
    if (byte === QUOTE) {
      const end = endOfString(bytes, at + 1);
      latestString = [at + 1, end];
      at = end;
    } else if (byte === COLON && level && !level.isList) {
      level.key = latestString;
      keys += 1;
      if (keys > maxKeys) return excess(levels.length > 1 ? top() : '', 'too_many_keys', maxKeys);
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      if (levels.length === MAX_DEPTH) return excess(top(), 'too_deep', MAX_DEPTH);
      level = { isList: isFirst, items: 0, key: [0, 0] };
      levels.push(level);
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      levels.pop();
      level = levels.at(-1);
    }
  }
  return null;
}

/** The position of the closing quote. In UTF-8 neither quote nor backslash is ever part of a longer character. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
