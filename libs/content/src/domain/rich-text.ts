import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

export const BODY_FORMATS = ['markdown', 'html'] as const;
export type BodyFormat = (typeof BODY_FORMATS)[number];

/** Elements whose content is no text to read: it goes with them. */
const DROPPED_WITH_CONTENT = [
  ...['script', 'style', 'template', 'noscript', 'noframes', 'noembed', 'xmp', 'plaintext', 'title'],
  ...['iframe', 'object', 'embed', 'svg', 'math', 'textarea', 'select', 'option', 'canvas', 'audio', 'video'],
];

/** Absolute, or a place in the same text: an App has no page that a relative URL could start from. */
const LINK_TARGET = /^(?:https:\/\/|mailto:|tel:|#)/i;
const IMAGE_SOURCE = /^https:\/\//i;

/** Elements below each other; the parser takes ever longer for each of them. */
const MAX_NESTING = 500;

/** In characters, before it becomes HTML. What is written once can be referred to a hundred thousand times. */
const MAX_EXPANSION = 2 * 1024 * 1024;

/** In bytes of UTF-8. A table of the longest text that is taken remains below it. */
export const MAX_HTML_BYTES = 4 * 1024 * 1024;

/**
 * Of the rules by which HTML is made: to be raised with each change that takes something out of it, so that what was
 * stored under looser rules is made anew before anybody reads it.
 */
export const RENDERER_VERSION = 1;

/** In bytes of UTF-8, in each language: all of them fit into one request. */
export const MAX_BODY_BYTES = 500 * 1024;

/** HTML cannot carry them. */
export const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
const IMAGE = /<img\s[^>]*\bsrc="/;

/** Why a text is not taken, as field errors name it. */
export type RichTextProblem = 'invalid_text' | 'too_deep' | 'too_large' | 'too_complex';

/** A text that is not taken: for what is in it, or for what it would take to render, however short it is. */
export class RichTextRefusedError extends Error {
  constructor(
    readonly code: RichTextProblem,
    readonly max?: number,
  ) {
    super(`The text is ${code}`);
  }
}

/** What is stored of what somebody wrote. */
export interface PreparedBody {
  readonly text: string;
  /** Whether readers would see nothing of it, neither text nor picture. */
  readonly showsNothing: boolean;
}

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'div', 'blockquote', 'pre', 'section', 'article'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'img'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'span', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'code', 'kbd'],
    ...['abbr', 'cite', 'q', 'ruby', 'rb', 'rt', 'rp', 'wbr'],
  ],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    abbr: ['title'],
    ol: ['start'],
    col: ['span'],
    colgroup: ['span'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WITH_CONTENT,
  nestingLimit: 100,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: withUrl(attribs, 'href', LINK_TARGET) }),
    img: (tagName, attribs) => ({ tagName, attribs: withUrl(attribs, 'src', IMAGE_SOURCE) }),
  },
};

/** HTML inside Markdown is text, not markup. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

/**
 * The HTML that remains when everything is taken out that is not on the list.
 *
 * @throws RichTextRefusedError
 */
export function sanitize(html: string): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...ALLOWED,
    onOpenTag: () => {
      depth += 1;
      if (depth > MAX_NESTING) throw new RichTextRefusedError('too_deep', MAX_NESTING);
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
}

/**
 * What is stored of a body: HTML sanitised, Markdown as it was written, since rendering makes it harmless.
 *
 * @throws RichTextRefusedError
 */
export function bodyToStore(body: string, format: BodyFormat): string {
  return format === 'html' ? sanitize(body) : body;
}

/**
 * The body as it is stored. What readers get is made here once to see that it can be made: they are not to find out.
 *
 * @throws RichTextRefusedError
 */
export function prepareBody(body: string, format: BodyFormat): PreparedBody {
  if (CONTROL_CHARACTER.test(body)) throw new RichTextRefusedError('invalid_text');
  const text = bodyToStore(body, format);
  // Measured as it is stored: sanitising writes some characters in more bytes than the author did.
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) throw new RichTextRefusedError('too_large', MAX_BODY_BYTES);
  return { text, showsNothing: showsNothing(renderBody(text, format)) };
}

/**
 * The body as HTML. Sanitised by the rules of today, however old the text is.
 *
 * @throws RichTextRefusedError
 */
export function renderBody(body: string, format: BodyFormat): string {
  const html = sanitize(format === 'markdown' ? markdownToHtml(body) : body);
  if (Buffer.byteLength(html) > MAX_HTML_BYTES) throw new RichTextRefusedError('too_large', MAX_HTML_BYTES);
  return html;
}

/** A text that no HTML can be made of, as readers get it all the same: as it was written. */
export function plainBody(body: string): string {
  return `<pre>${body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
}

/** Whether there is nothing to see in a text: blanks, and characters without a shape. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Whether there is nothing to see in sanitised HTML, neither text nor picture. */
function showsNothing(html: string): boolean {
  return isBlank(html.replaceAll(/<[^>]*>/g, '')) && !IMAGE.test(html);
}

function markdownToHtml(body: string): string {
  const references = {};
  const tokens = markdown.parse(body, references);
  if (expansion(tokens) > MAX_EXPANSION) throw new RichTextRefusedError('too_large', MAX_EXPANSION);
  return markdown.renderer.render(tokens, markdown.options, references);
}

function expansion(tokens: readonly Token[]): number {
  let length = 0;
  for (const { content, attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) length += String(value).length;
    // What has children is made of them.
    length += children ? expansion(children) : content.length;
  }
  return length;
}

function withUrl(attribs: sanitizeHtml.Attributes, name: string, allowed: RegExp): sanitizeHtml.Attributes {
  const url = (attribs[name] ?? '').trim();
  const kept = { ...attribs, [name]: url };
  if (!allowed.test(url)) delete kept[name];
  return kept;
}
