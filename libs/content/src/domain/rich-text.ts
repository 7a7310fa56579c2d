import MarkdownIt from 'markdown-it';
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

/** The HTML that remains when everything is taken out that is not on the list. */
export function sanitize(html: string): string {
  return sanitizeHtml(html, ALLOWED);
}

/** What is stored of a body: HTML sanitised, Markdown as it was written, since rendering makes it harmless. */
export function bodyToStore(body: string, format: BodyFormat): string {
  return format === 'html' ? sanitize(body) : body;
}

/** The body as HTML. Sanitised by the rules of today, however old the text is. */
export function renderBody(body: string, format: BodyFormat): string {
  return sanitize(format === 'markdown' ? markdown.render(body) : body);
}

function withUrl(attribs: sanitizeHtml.Attributes, name: string, allowed: RegExp): sanitizeHtml.Attributes {
  const url = (attribs[name] ?? '').trim();
  const kept = { ...attribs, [name]: url };
  if (!allowed.test(url)) delete kept[name];
  return kept;
}
