/** Runs of letters and numbers, and runs of what is written without blanks. */
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}_]+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Splits a text into what the search finds it by. Chinese has no blanks between words: each two characters that follow
 * each other are one, and the last is one for itself, so that every single character begins one as well. Dictionaries of
 * words (`Intl.Segmenter`) differ between the machine that builds the index and the browsers that ask it.
 */
export function wordsOf(text: string): string[] {
  return (text.match(RUNS) ?? []).flatMap((run) => {
    // A whole word also has its parts: `read_at` is found by `at`.
    if (!UNSPACED.test(run)) return run.includes('_') ? [run, ...run.split('_').filter(Boolean)] : [run];
    const characters = Array.from(run);
    return characters.map((character, index) => character + (characters[index + 1] ?? ''));
  });
}
