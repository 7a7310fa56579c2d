import { type DefaultTreeAdapterTypes, html as names, parse, parseFragment, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What readers may get, written down once more: the rules of the product do not vouch for themselves. */
const ELEMENTS = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p br hr div blockquote pre section article ul ol li dl dt dd figure figcaption img table caption ' +
    'colgroup col thead tbody tfoot tr th td a span strong b em i u s del ins mark small sub sup code kbd abbr cite q ' +
    'ruby rb rt rp wbr'
  ).split(' '),
);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  abbr: ['title'],
  ol: ['start'],
  col: ['span'],
  colgroup: ['span'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
};
const EVERYWHERE = ['lang', 'dir'];
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  href: ['https:', 'mailto:', 'tel:'],
  src: ['https:'],
};

/**
 * What is wrong with HTML for readers, by the tree that a browser would build of it: as a page, and as a part of one, with
 * scripts and without. Empty if it is harmless, and stays so when a browser writes it out and reads it again.
 */
export function harmsOf(html: string): string[] {
  const page = parse(`<!DOCTYPE html><html><head></head><body>${html}</body></html>`);
  const [root] = elementsIn(page);
  const [head, body, ...others] = elementsIn(root!);
  const harms = [
    ...[root!, head!, body!].flatMap(({ tagName, attrs }) => attrs.map(({ name }) => `${tagName} got ${name}`)),
    ...[...head!.childNodes, ...others].map(({ nodeName }) => `${nodeName} is outside of the body`),
    ...harmsIn(body!),
  ];
  for (const scriptingEnabled of [true, false]) {
    const first = parseFragment(html, { scriptingEnabled });
    const written = serialize(first, { scriptingEnabled });
    const second = parseFragment(written, { scriptingEnabled });
    harms.push(...harmsIn(first), ...harmsIn(second));
    if (shapeOf(first) !== shapeOf(second)) harms.push(`reads ${shapeOf(first)} and then ${shapeOf(second)}`);
    if (serialize(second, { scriptingEnabled }) !== written) harms.push(`is written as ${written} first`);
  }
  return [...new Set(harms)];
}

/** The HTML as a browser writes out what it read. */
export function rewritten(html: string): string {
  return serialize(parseFragment(html));
}

function harmsIn(parent: Parent): string[] {
  return parent.childNodes.flatMap((node) => {
    if (node.nodeName === '#text') return [];
    if (!('tagName' in node)) return [`${node.nodeName} is no text`];
    return [...harmsOfElement(node), ...harmsIn(node)];
  });
}

function harmsOfElement({ tagName, namespaceURI, attrs }: Element): string[] {
  const allowed = [...EVERYWHERE, ...(ATTRIBUTES[tagName] ?? [])];
  return [
    ...(ELEMENTS.has(tagName) && namespaceURI === names.NS.HTML ? [] : [`${tagName} of ${namespaceURI}`]),
    ...attrs.filter(({ name }) => !allowed.includes(name)).map(({ name }) => `${tagName} has ${name}`),
    ...attrs
      .filter(({ name, value }) => !leadsNowhereElse(name, value))
      .map(({ value }) => `${tagName} leads to ${value}`),
  ];
}

function leadsNowhereElse(name: string, value: string): boolean {
  const schemes = SCHEMES[name];
  if (!schemes) return true;
  if (name === 'href' && value.startsWith('#')) return true;
  // Resolved against an address of another scheme each, since what is relative follows the page that it is on.
  return ['https://page.example/', 'http://page.example/', 'capacitor://localhost/'].every((page) => {
    const url = URL.parse(value, page);
    return url === null || (URL.canParse(value) && schemes.includes(url.protocol) && url.host !== 'page.example');
  });
}

function elementsIn(parent: Parent): Element[] {
  return parent.childNodes.filter((node): node is Element => 'tagName' in node);
}

/** The tree as a text: elements, attributes and texts in their order. */
function shapeOf(parent: Parent): string {
  return JSON.stringify(parent.childNodes.map(shapeOfNode));
}

function shapeOfNode(node: Node): unknown {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return node.nodeName;
  return [node.tagName, ...node.attrs.map(({ name, value }) => [name, value]), node.childNodes.map(shapeOfNode)];
}
