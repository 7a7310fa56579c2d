import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { EXTERNAL_IMAGES, type ImageSources, ImagesInText, PICTURE } from './images';
import { RichTextRefusedError } from './rich-text-problem';

export const BODY_FORMATS = ['markdown', 'html'] as const;
export type BodyFormat = (typeof BODY_FORMATS)[number];

/** Elements whose content is not readable text: it is dropped with them. */
const DROPPED_WITH_CONTENT = [
  ...['script', 'style', 'template', 'noscript', 'noframes', 'noembed', 'xmp', 'plaintext', 'title'],
  ...['iframe', 'object', 'embed', 'svg', 'math', 'textarea', 'select', 'option', 'canvas', 'audio', 'video'],
];

/** Absolute, or an anchor in the same text: an App has no page that a relative URL could refer to. */
const LINK_TARGET = /^(?:https:\/\/|mailto:|tel:|#)/i;
/** No element: what becomes one is dropped. */
const NO_IMAGE = 'no-image';

/** Maximum depth of nested elements; the parser slows down with each level. */
const MAX_NESTING = 500;

/** In characters, before HTML is made. Markdown can refer to one definition a hundred thousand times. */
const MAX_EXPANSION = 2 * 1024 * 1024;

/**
 * Of HTML, however few bytes they are made of: each costs ten microseconds, whatever is in it. A table of ten thousand rows
 * by four columns; without a limit a body has five times as many, and takes seconds.
 */
export const MAX_ELEMENTS = 50_000;
/** What the Markdown parser makes of as many: one that opens, one that closes, and what is between them. */
const TOKENS_PER_ELEMENT = 4;

/** In bytes of UTF-8. */
export const MAX_HTML_BYTES = 4 * 1024 * 1024;

/**
 * The version of the rules by which HTML is made. To be raised with each change that removes something, so that HTML
 * stored under looser rules is rendered again before anyone reads it.
 */
export const RENDERER_VERSION = 1;

/** The limit in bytes of UTF-8, per language: all languages fit into one request. */
export const MAX_BODY_BYTES = 500 * 1024;

/** Characters that HTML cannot represent. */
export const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
/** How words are pronounced, which would stand between their characters. */
const ANNOTATION = /<(rt|rp)\b[^>]*>[^<]*<\/\1>/g;
/** Elements that may begin and end within a word. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|ruby|rb|s|small|span|strong|sub|sup|u|wbr)(?:\s[^>]*)?\/?>/g;
/** The only entities in sanitised HTML. */
const CHARACTERS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
/** In characters: what readers search for stands in the first twenty pages. */
const MAX_READABLE_LENGTH = 20_000;
const IMAGE = /<img\s[^>]*\bsrc="/;

/** A body in the form in which it is stored. */
export interface PreparedBody {
  readonly text: string;
  /** Whether readers would see nothing, neither text nor picture. */
  readonly showsNothing: boolean;
  /** The pictures in it, by the ids in lower case; also what is no id, but stands in the place of one. */
  readonly pictures: readonly string[];
  /** The URLs of images of other sites that readers do not get. */
  readonly removed: readonly string[];
}

/** A body as readers get it. */
export interface RenderedBody {
  /** Sanitised. */
  readonly html: string;
  /** What there is to read in it, without markup, for searching. Of a long text the beginning. */
  readonly text: string;
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
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    abbr: ['title'],
    ol: ['start'],
    col: ['span'],
    colgroup: ['span'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'file'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WITH_CONTENT,
  nestingLimit: 100,
};

let markdown: InstanceType<typeof MarkdownIt> | undefined;
/** How many more the text that is being parsed may have. */
let tokensLeft = 0;
/** Whether it may have pictures. */
let hasPictures = false;

/** HTML inside Markdown is text, not markup. Only the thread that renders loads the library. */
function theMarkdown(): InstanceType<typeof MarkdownIt> {
  if (markdown) return markdown;
  markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const { block, inline } = markdown;
  const isSafe = markdown.validateLink.bind(markdown);
  markdown.validateLink = (url) => (hasPictures && PICTURE.test(url)) || isSafe(url);
  block.State = class extends block.State {
    override push(...token: Parameters<InstanceType<typeof block.State>['push']>) {
      countToken();
      return super.push(...token);
    }
  };
  inline.State = class extends inline.State {
    override push(...token: Parameters<InstanceType<typeof inline.State>['push']>) {
      countToken();
      return super.push(...token);
    }
  };
  return markdown;
}

/** While they are made: of some texts most of the cost is in making them. */
function countToken(): void {
  tokensLeft -= 1;
  if (tokensLeft < 0) throw new RichTextRefusedError('too_complex');
}

/**
 * The HTML without everything that is not on the list.
 *
 * @throws RichTextRefusedError
 */
export function sanitize(html: string, maxElements = MAX_ELEMENTS, images = new ImagesInText(EXTERNAL_IMAGES)): string {
  let depth = 0;
  let elements = 0;
  return sanitizeHtml(html, {
    ...ALLOWED,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: withHref(attribs) }),
      img: (tagName, attribs) => {
        const kept = images.attributesOf(attribs);
        return kept ? { tagName, attribs: kept } : { tagName: NO_IMAGE, attribs: {} };
      },
    },
    onOpenTag: () => {
      depth += 1;
      elements += 1;
      if (elements > maxElements) throw new RichTextRefusedError('too_complex');
      if (depth > MAX_NESTING) throw new RichTextRefusedError('too_deep', MAX_NESTING);
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
}

/**
 * The body in the form in which it is stored: HTML sanitised, Markdown unchanged, since rendering makes it harmless.
 *
 * @throws RichTextRefusedError
 */
export function bodyToStore(body: string, format: BodyFormat, images?: ImagesInText): string {
  return format === 'html' ? sanitize(body, MAX_ELEMENTS, images) : body;
}

/**
 * The body in the form in which it is stored. Renders it once to verify that readers will be able to read it.
 *
 * @throws RichTextRefusedError
 */
export function prepareBody(body: string, format: BodyFormat, sources: ImageSources = EXTERNAL_IMAGES): PreparedBody {
  if (CONTROL_CHARACTER.test(body)) throw new RichTextRefusedError('invalid_text');
  const [written, shown] = [new ImagesInText(sources, 'stored'), new ImagesInText(sources)];
  const text = bodyToStore(body, format, written);
  // Measured as stored: sanitising encodes some characters in more bytes than the author did.
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) throw new RichTextRefusedError('too_large', MAX_BODY_BYTES);
  const html = renderBody(text, format, MAX_ELEMENTS, shown);
  return {
    text,
    showsNothing: showsNothing(html),
    pictures: [...new Set([...written.pictures, ...shown.pictures])],
    removed: [...new Set([...written.removed, ...shown.removed])],
  };
}

/**
 * The body as HTML, sanitised by the current rules, however old the text is.
 *
 * @throws RichTextRefusedError
 */
export function renderBody(
  body: string,
  format: BodyFormat,
  maxElements?: number,
  images = new ImagesInText(EXTERNAL_IMAGES),
): string {
  const written = format === 'markdown' ? markdownToHtml(body, images.mayHavePictures, maxElements) : body;
  const html = sanitize(written, maxElements, images);
  if (Buffer.byteLength(html) > MAX_HTML_BYTES) throw new RichTextRefusedError('too_large', MAX_HTML_BYTES);
  return html;
}

/** The body as HTML, by `renderBody`, and as what there is to read in it. */
export function renderedBody(
  body: string,
  format: BodyFormat,
  maxElements?: number,
  sources: ImageSources = EXTERNAL_IMAGES,
): RenderedBody {
  const html = renderBody(body, format, maxElements, new ImagesInText(sources));
  return { html, text: readableText(html) };
}

/** A text that cannot be rendered, shown to readers as it was written. */
export function plainBody(body: string): string {
  return `<pre>${body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
}

/** Whether there is nothing to see in a text: blanks, and characters without a shape. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Whether sanitised HTML shows nothing, neither text nor picture. */
function showsNothing(html: string): boolean {
  return isBlank(html.replaceAll(/<[^>]*>/g, '')) && !IMAGE.test(html);
}

/**
 * Normalised here, since that may make eighteen characters of one, and takes longer than everything else of a text that
 * is made for it: whoever searches the text normalises it again, then at no cost.
 */
function readableText(html: string): string {
  return html
    .replaceAll(ANNOTATION, '')
    .replaceAll(INLINE_TAG, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp);/g, (entity) => CHARACTERS[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_READABLE_LENGTH)
    .toWellFormed()
    .normalize('NFKC')
    .slice(0, MAX_READABLE_LENGTH)
    .toWellFormed();
}

function markdownToHtml(body: string, mayHavePictures: boolean, maxElements = MAX_ELEMENTS): string {
  const references = {};
  hasPictures = mayHavePictures;
  const parser = theMarkdown();
  tokensLeft = maxElements * TOKENS_PER_ELEMENT;
  const tokens = parser.parse(body, references);
  if (expansion(tokens) > MAX_EXPANSION) throw new RichTextRefusedError('too_large', MAX_EXPANSION);
  return parser.renderer.render(tokens, parser.options, references);
}

function expansion(tokens: readonly Token[]): number {
  let length = 0;
  for (const { content, attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) length += String(value).length;
    // A token with children consists of them.
    length += children ? expansion(children) : content.length;
  }
  return length;
}

function withHref(attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { href = '', ...others } = attribs;
  const url = href.trim();
  return LINK_TARGET.test(url) ? { ...attribs, href: url } : others;
}
