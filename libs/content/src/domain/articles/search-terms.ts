import { likePattern } from '@libs/kernel';
import { normalised, WITHOUT_BLANKS } from './search-document';

/** What is searched for, in the terms of the documents: see `searchDocument`. */
export interface SearchTerms {
  /** LIKE patterns that all have to match. */
  readonly patterns: readonly string[];
  /** Patterns of what a trigram index would look up for them. None: no index helps, and only titles are searched. */
  readonly pieces: readonly string[];
  /** The whole text, escaped for LIKE. */
  readonly phrase: string;
}

/** One or two letters or digits: too short for a trigram, but a word of their own in search documents. */
const SHORT = /^[\p{L}\p{N}]{1,2}$/u;
const MAX_TERMS = 8;
/** Normalising makes some characters many. */
const MAX_LENGTH = 160;
/** Each piece costs a look at the texts of a sample. */
const MAX_PIECES = 12;
const TRIGRAM = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * What to look for. Of a term of three or more characters, any occurrence; of a shorter one those with which a word
 * begins, or in a script without blanks any.
 *
 * @returns null for a blank text.
 */
export function searchTerms(q: string): SearchTerms | null {
  const text = [...normalised(q)].slice(0, MAX_LENGTH).join('').trim();
  if (text === '') return null;
  const terms = [...new Set(text.split(' '))].slice(0, MAX_TERMS);
  return {
    patterns: terms.flatMap(patternsOf),
    pieces: some(terms.flatMap(piecesOf)),
    phrase: escaped(text),
  };
}

function patternsOf(term: string): string[] {
  const characters = [...term];
  const [run] = runsOf(term);
  const isPlain = run?.text === term && characters.every(needsNoBlank) === characters.some(needsNoBlank);
  if (isPlain && characters.length < TRIGRAM) return [beginning(term)];
  const anywhere = `%${escaped(term)}%`;
  if (trigramsOf(term).length > 0) return [anywhere];
  // The index finds the beginning of a word in it, with which the rest is compared.
  const anchor = characters.find(needsNoBlank) ?? run?.text;
  return anchor === undefined ? [anywhere] : [anywhere, beginning(anchor)];
}

/** A pair of characters is a word of its own in the documents. A single one begins a word. */
function beginning(short: string): string {
  return [...short].length === 2 ? `% ${short} %` : `% ${short}%`;
}

/** What an index looks up for a term. */
function piecesOf(term: string): string[] {
  const trigrams = trigramsOf(term);
  return trigrams.length > 0 ? trigrams : patternsOf(term).filter((pattern) => pattern.startsWith('% '));
}

/** The trigrams of a term, which may be short where a word begins or ends inside of it. */
function trigramsOf(term: string): string[] {
  return runsOf(term).flatMap(({ text, padding }) => {
    const characters = [...text];
    if (characters.length < TRIGRAM) return characters.length + padding < TRIGRAM ? [] : [`%${text}%`];
    return characters.slice(TRIGRAM - 1).map((_, at) => `%${characters.slice(at, at + TRIGRAM).join('')}%`);
  });
}

/** The letters and digits of a term, and how many blanks a trigram may have beside them. */
function runsOf(term: string): { text: string; padding: number }[] {
  return [...term.matchAll(WORD)].map(({ 0: text, index }) => ({
    text,
    padding: (index > 0 ? 2 : 0) + (index + text.length < term.length ? 1 : 0),
  }));
}

function needsNoBlank(character: string): boolean {
  return character.search(WITHOUT_BLANKS) >= 0;
}

/** Evenly from all of them. */
function some(pieces: readonly string[]): string[] {
  const distinct = [...new Set(pieces)];
  const step = Math.max(1, distinct.length / MAX_PIECES);
  return distinct.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, MAX_PIECES);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/**
 * The LIKE pattern that finds a text as it stands anywhere in a search document, with its wildcards escaped; of one or
 * two letters or digits, where a word begins with them. Null for no text.
 */
export function literalPattern(q: string | undefined): string | null {
  const text = normalised(q ?? '');
  const isOneWord = new Set([...text].map(needsNoBlank)).size === 1;
  return isOneWord && SHORT.test(text) ? beginning(text) : likePattern(text);
}
