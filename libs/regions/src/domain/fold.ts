// Most texts need less than the full treatment, and a hundred thousand are folded at each load.
const PLAIN = /^[a-z0-9\u4e00-\u9fff]*$/;
const LATIN_WORDS = /^[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*$/;

/**
 * The form in which names and queries are compared: lower case, without Latin accents and apostrophes, with single
 * spaces and no control characters (the search index uses some as markers).
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text;
  if (LATIN_WORDS.test(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘ʻʼ`]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
