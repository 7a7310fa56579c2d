/** What tags are compared by: without regard to case, and to how accents are encoded. */
export function tagKey(tag: string): string {
  return tag.trim().normalize('NFC').toLowerCase();
}

/** Of tags that are the same the one that was written first. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  return [...byKey.values()];
}
