/** Scripts that are written without blanks between words. */
export const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** Text in the form in which it is compared: full-width and half-width, capital and small letters are the same. */
export function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/**
 * The texts in the form in which they are searched: normalised, followed by short beginnings as words of their own. A
 * trigram index finds any three characters in a row, but shorter parts only where a word begins: so each pair of
 * characters of a script without blanks is such a word, and the first two characters of any other word.
 */
export function searchDocument(texts: readonly string[]): string {
  const document = normalised(texts.join(' '));
  return ` ${document} ${[...beginnings(document)].join(' ')} `;
}

/** The same for titles, each in a line of its own: so it is seen whether a title is a text, or begins with it. */
export function titleDocument(titles: readonly string[]): string {
  const lines = titles.map(normalised);
  return `\n${lines.join('\n')}\n ${[...beginnings(lines.join(' '))].join(' ')} `;
}

function beginnings(document: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of document.matchAll(WITHOUT_BLANKS)) {
    const characters = [...run];
    for (let at = 0; at < characters.length; at++) found.add(characters.slice(at, at + 2).join(''));
  }
  for (const [word] of document.replaceAll(WITHOUT_BLANKS, ' ').matchAll(WORD)) {
    found.add([...word].slice(0, 2).join(''));
  }
  return found;
}
