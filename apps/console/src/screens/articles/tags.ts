export const MOST_TAGS = 20;
export const LONGEST_TAG = 50;

/** The tags with what was typed: several at once where commas part them, each once without regard to case. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const added = typed.split(/[,，、]/).map((tag) => [...tag.trim()].slice(0, LONGEST_TAG).join(''));
  return added
    .reduce<string[]>((all, tag) => (tag === '' || has(all, tag) ? all : [...all, tag]), [...tags])
    .slice(0, MOST_TAGS);
}

export function has(tags: readonly string[], tag: string): boolean {
  const wanted = tag.toLowerCase();
  return tags.some((each) => each.toLowerCase() === wanted);
}
