const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$/;

/** The versions that a text names, between commas, spaces or lines, each once; and what in it is none. */
export function versionsIn(text: string): { readonly versions: string[]; readonly wrong: string[] } {
  const named = text.split(/[\s,;，、；]+/).filter((each) => each !== '');
  return {
    versions: [...new Set(named.filter((each) => VERSION.test(each)))],
    wrong: named.filter((each) => !VERSION.test(each)),
  };
}
