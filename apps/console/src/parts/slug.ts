const LONGEST = 100;

/** A text as the API takes a slug: lower case letters and digits of the Latin alphabet, with dashes in between. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');
}

/** The slug goes with the text that it was made of until somebody types another. */
export function slugFollowing(before: string, now: string, slug: string): string {
  return slug === '' || slug === slugOf(before) ? slugOf(now) : slug;
}
