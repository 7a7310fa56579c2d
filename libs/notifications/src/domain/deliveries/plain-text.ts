const TAG = /<(\/?)([a-z0-9]+)([^>]*)>/g;
const BLOCKS = new Set([
  ...[
    'p',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'div',
    'blockquote',
    'pre',
    'section',
    'article',
    'figure',
    'figcaption',
  ],
  ...['ul', 'ol', 'dl', 'dt', 'dd', 'table', 'caption', 'tr', 'hr'],
]);
/** The only entities in sanitised HTML. */
const CHARACTERS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

interface PlainTextOptions {
  /** Whether links are followed by where they lead. A notification on a screen has no room for that. */
  readonly withLinks: boolean;
}

/**
 * What sanitised HTML says, without markup: for screens and mails that show none. Items of lists keep a bullet, pictures
 * their description. With links, paragraphs are parted by an empty line.
 */
export function plainText(html: string, { withLinks }: PlainTextOptions): string {
  const flat = html.replaceAll(/\s+/g, ' ');
  const parts: string[] = [];
  let [end, linkStart, target] = [0, 0, ''];
  for (const tag of flat.matchAll(TAG)) {
    const [whole, slash = '', name = '', attributes = ''] = tag;
    parts.push(flat.slice(end, tag.index));
    end = tag.index + whole.length;
    if (name !== 'a') parts.push(shownFor(name, slash !== '', attributes));
    else if (slash === '') [linkStart, target] = [parts.length, valueOf(attributes, 'href')];
    else if (withLinks && target !== '' && parts.slice(linkStart).join('') !== target) parts.push(` (${target})`);
  }
  parts.push(flat.slice(end));
  const text = parts.join('').replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => CHARACTERS[entity] ?? entity);
  return lines(text, withLinks ? '\n\n' : '\n');
}

function shownFor(name: string, isEnd: boolean, attributes: string): string {
  if (name === 'br') return '\n';
  if (name === 'li') return isEnd ? '' : '\n• ';
  if (name === 'td' || name === 'th') return ' ';
  if (name === 'img') return valueOf(attributes, 'alt');
  return BLOCKS.has(name) ? '\n\n' : '';
}

/** The same for a text that could not be rendered. */
export function asWritten(text: string): string {
  return lines(text, '\n\n');
}

/** Without control characters, and without blanks at the ends of lines. */
function lines(text: string, gap: string): string {
  return text
    .replaceAll(/[^\S\n]+|(?!\n)\p{Cc}/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{2,}/g, gap)
    .trim();
}

function valueOf(attributes: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
}
