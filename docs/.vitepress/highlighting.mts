/** What code is made of, and the scopes of its grammars. Each has a colour in `theme/code.css`. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  comment: ['comment', 'punctuation.definition.comment', 'string.comment'],
  string: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.inserted'],
  constant: ['constant', 'support.constant', 'variable.other.enummember', 'keyword.other.unit'],
  keyword: ['keyword', 'storage', 'markup.deleted'],
  name: [
    ...['entity.name', 'support.function', 'support.type', 'support.class', 'entity.other.attribute-name'],
    ...['support.type.property-name', 'meta.object-literal.key', 'variable.other.normal', 'markup.heading'],
  ],
};

const colourOf = (part: string) => `var(--code-${part})`;

/** One for light and dark: which colours its variables have, the page decides. */
export const theme = {
  name: 'parts',
  type: 'light' as const,
  fg: colourOf('text'),
  bg: colourOf('ground'),
  settings: [
    { settings: { foreground: colourOf('text'), background: colourOf('ground') } },
    ...Object.entries(PARTS).map(([part, scope]) => ({ scope: [...scope], settings: { foreground: colourOf(part) } })),
  ],
};

interface Element {
  properties: Record<string, unknown>;
}

/** Says by classes what the highlighter says by styles, which the Content-Security-Policy refuses in markup. */
export const asClasses = {
  name: 'as-classes',
  span({ properties }: Element): void {
    const { style, ...others } = properties;
    const [, part] = /--code-(\w+)/.exec(String(style)) ?? [];
    for (const name of Object.keys(properties)) delete properties[name];
    Object.assign(properties, others, part && part !== 'text' && { class: `code-${part}` });
  },
};
