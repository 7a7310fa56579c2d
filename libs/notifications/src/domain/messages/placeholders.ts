/** What a title or body may leave open until it is shown to a member. */
export const PLACEHOLDERS = ['display_name', 'app_name'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What stands in their place for one member. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

/** The names have no braces, so that a text of nothing but braces is looked through once. */
const NAMED = /\{\{([^{}]*)\}\}/g;

/** The names in double braces, each once, whether or not there are such placeholders. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(NAMED), ([, name = '']) => name))];
}

export function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

/**
 * The text for one member. What is filled in is not looked through again: a member may be called `{{app_name}}`.
 *
 * @param escape makes text of a value that means nothing else where the whole is shown.
 */
export function filledIn(text: string, values: PlaceholderValues, escape: (value: string) => string): string {
  return text.replaceAll(NAMED, (named, name: string) => (isPlaceholder(name) ? escape(values[name]) : named));
}
