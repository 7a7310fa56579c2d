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

const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
const IMAGE = /<img\s[^>]*\bsrc="/;

/** A text that would take too long to render, however short it is. */
export class RichTextLimitError extends Error {
  constructor(
    /** As field errors name it. */
    readonly code: 'too_deep' | 'too_large',
    readonly max: number,
  ) {
    super(`The text is ${code}: ${max} at most`);
  }
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
 * @throws RichTextLimitError
 */
export function sanitize(html: string): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...ALLOWED,
    onOpenTag: () => {
      depth += 1;
      if (depth > MAX_NESTING) throw new RichTextLimitError('too_deep', MAX_NESTING);
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
}

/**
 * What is stored of a body: HTML sanitised, Markdown as it was written, since rendering makes it harmless.
 *
 * @throws RichTextLimitError
 */
export function bodyToStore(body: string, format: BodyFormat): string {
  return format === 'html' ? sanitize(body) : body;
}

/**
 * The body as HTML. Sanitised by the rules of today, however old the text is.
 *
 * @throws RichTextLimitError
 */
export function renderBody(body: string, format: BodyFormat): string {
  return sanitize(format === 'markdown' ? markdownToHtml(body) : body);
}

/** Whether there is nothing to see in a text: blanks, and characters without a shape. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Whether there is nothing to see in sanitised HTML, neither text nor picture. */
export function showsNothing(html: string): boolean {
  return isBlank(html.replaceAll(/<[^>]*>/g, '')) && !IMAGE.test(html);
}

function markdownToHtml(body: string): string {
  const references = {};
  const tokens = markdown.parse(body, references);
  if (expansion(tokens) > MAX_EXPANSION) throw new RichTextLimitError('too_large', MAX_EXPANSION);
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
