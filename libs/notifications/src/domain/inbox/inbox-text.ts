import { filledIn, numbered, type PlaceholderValues } from '../messages/placeholders';

/** Of a quotation, which may begin a line; or what could begin or end an element, or stand for another character. */
const MARKUP = /^([ \t]{0,3}>[ \t>]*)|&(?=#|[a-z][a-z0-9]*;)|[<>]/gim;

/**
 * Where the address of a link or picture begins, in brackets or in a definition, unless it is of the schemes that may
 * stand there or of none. Two slashes take over the scheme of whatever shows the text, and backslashes are slashes to
 * browsers. It may begin in the next line, and in a quotation that has its signs before it.
 */
const FOREIGN_ADDRESS =
  /\](?:\([\s>]*(?![\s>]|https?:\/\/|mailto:)(?=[^)]{0,64}:|[\\/]{2})|:[\s>]*(?![\s>]|https?:\/\/|mailto:)(?=\S{0,64}:|[\\/]{2}))/gi;

const PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Plain text. */
export function shownTitle(title: string, values: PlaceholderValues): string {
  return filledIn(numbered(title), values, inOneLine);
}

/**
 * Markdown that shows no more than text, pictures and links, in whatever program an App has it shown: HTML in it is text,
 * and addresses lead to the web or to a mailbox, or to nowhere. All of it is text for the member's own values as well, and
 * for what stands in their place.
 */
export function shownBody(body: string, values: PlaceholderValues): string {
  const { text, placeholders } = numbered(body);
  const withoutHtml = text.replace(MARKUP, (markup, quote?: string) => quote ?? ENTITIES[markup] ?? markup);
  // After it is filled in: what a member is called may be an address.
  return filledIn({ text: withoutHtml, placeholders }, values, escapeMarkdown).replace(FOREIGN_ADDRESS, '$&#');
}

function escapeMarkdown(value: string): string {
  return inOneLine(value).replace(PUNCTUATION, (character) => ENTITIES[character] ?? `\\${character}`);
}

/** A line of its own could begin a heading or a list. */
function inOneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}
