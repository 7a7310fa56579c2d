/** Safe markup: all of it was written here, or escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Content = Markup | string | false | readonly Markup[];

/** A template whose values are escaped, unless they are markup themselves. `false` is left out. */
export function markup(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...values.map(markupOf)));
}

function markupOf(value: Content): string {
  if (value === false) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'string' ? escape(value) : value.map(({ text }) => text).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
