const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$/;
const MOST = 200;

/** The versions with those that a text names: between commas, spaces or lines. What is no version is left over. */
export function takeVersions(known: readonly string[], text: string): { versions: string[]; rest: string } {
  const named = text.split(/[\s,;，、；]+/).filter((each) => each !== '');
  const versions = [...new Set([...known, ...named.filter((each) => VERSION.test(each))])].slice(0, MOST);
  return { versions, rest: named.filter((each) => !versions.includes(each)).join(' ') };
}
