import { diffArrays, diffLines } from 'diff';

type Kind = 'same' | 'removed' | 'added';

export interface Piece {
  readonly kind: Kind;
  readonly text: string;
}

/** A line of the comparison, with its numbers in the text before and in the text after. */
export interface Line {
  readonly kind: Kind;
  readonly before: number | null;
  readonly after: number | null;
  /** What of the line changed; a whole line is one piece. */
  readonly pieces: readonly Piece[];
}

/** Lines that are the same, shown as their number. */
export interface Folded {
  readonly kind: 'folded';
  readonly count: number;
}

/** Texts that differ beyond this are shown as one removed and one added, which is what a reader would make of them. */
const MOST_EDITS = 500;
/** A longer line is compared as a whole. */
const LONGEST_LINE = 5_000;

/** By line, and within lines that changed by word: of Chinese and Japanese, too, which have no spaces. */
export function diffText(before: string, after: string, locale = 'en-US'): Line[] {
  const words = new Intl.Segmenter(locale, { granularity: 'word' });
  const counter = { before: 0, after: 0 };
  const lines: Line[] = [];
  const changes = compare(before, after);
  for (const [index, change] of changes.entries()) {
    const next = changes[index + 1];
    if (change.kind === 'added' && changes[index - 1]?.kind === 'removed') continue;
    if (change.kind === 'removed' && next?.kind === 'added') pair(change.lines, next.lines, words, counter, lines);
    else for (const text of change.lines) lines.push(numbered(change.kind, [{ kind: change.kind, text }], counter));
  }
  return lines;
}

/** @param context how many unchanged lines stay around each change. */
export function fold(lines: readonly Line[], context = 3): (Line | Folded)[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same'),
  );
  const folded: (Line | Folded)[] = [];
  for (const [index, line] of lines.entries()) {
    const last = folded.at(-1);
    if (isNear[index]) folded.push(line);
    else if (last?.kind === 'folded') folded[folded.length - 1] = { kind: 'folded', count: last.count + 1 };
    else folded.push({ kind: 'folded', count: 1 });
  }
  return folded;
}

interface Change {
  readonly kind: Kind;
  readonly lines: readonly string[];
}

function compare(before: string, after: string): Change[] {
  const changes = diffLines(before, after, { maxEditLength: MOST_EDITS });
  if (!changes) {
    return [
      { kind: 'removed', lines: linesOf(before) },
      { kind: 'added', lines: linesOf(after) },
    ];
  }
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    lines: linesOf(value),
  }));
}

/** The break belongs to its line, so that its coming and going is a change, too. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function pair(
  removed: readonly string[],
  added: readonly string[],
  words: Intl.Segmenter,
  counter: { before: number; after: number },
  lines: Line[],
): void {
  const pieces = removed.map((text, index) => {
    const other = added[index];
    return other === undefined ? null : diffWords(text, other, words);
  });
  for (const [index, text] of removed.entries()) {
    const some = pieces[index]?.filter(({ kind }) => kind !== 'added');
    lines.push(numbered('removed', some ?? [{ kind: 'removed', text }], counter));
  }
  for (const [index, text] of added.entries()) {
    const some = pieces[index]?.filter(({ kind }) => kind !== 'removed');
    lines.push(numbered('added', some ?? [{ kind: 'added', text }], counter));
  }
}

/** @returns null where so little stayed that words would only be noise. */
function diffWords(before: string, after: string, words: Intl.Segmenter): Piece[] | null {
  if (before.length > LONGEST_LINE || after.length > LONGEST_LINE) return null;
  const [one = [], other = []] = [before, after].map((text) =>
    Array.from(words.segment(text), ({ segment }) => segment),
  );
  const pieces = diffArrays(one, other).map(({ value, added, removed }): Piece => {
    return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value.join('') };
  });
  const stayed = pieces.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return stayed * 4 < Math.min(before.trim().length, after.trim().length) ? null : pieces;
}

function numbered(kind: Kind, pieces: readonly Piece[], counter: { before: number; after: number }): Line {
  return {
    kind,
    before: kind === 'added' ? null : (counter.before += 1),
    after: kind === 'removed' ? null : (counter.after += 1),
    pieces,
  };
}
