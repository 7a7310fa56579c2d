import { posix } from 'node:path';

/** The parts of markdown-it's tokens that are used here. */
interface Token {
  type: string;
  content: string;
  attrGet(name: string): string | null;
  attrs: [string, string][] | null;
  children: Token[] | null;
}

export interface Markdown {
  core: { ruler: { push(name: string, rule: (state: State) => void): void } };
  renderer: { rules: Record<string, (...given: unknown[]) => string> };
}

interface State {
  readonly tokens: Token[];
  readonly env: { readonly relativePath?: string };
  readonly Token: new (type: string, tag: string, nesting: number) => Token;
}

/**
 * Files of the repository that are no pages, such as `.env.example`, are named where a page links to them: the site is
 * served by installations, which do not have them.
 */
export function nameFilesOutside(markdown: Markdown): void {
  markdown.core.ruler.push('files_outside', ({ tokens, env, Token }) => {
    for (const { children } of tokens) {
      if (children) replaceLinks(children, env.relativePath ?? '', Token);
    }
  });
}

function replaceLinks(tokens: Token[], page: string, Token: State['Token']): void {
  for (let at = 0; at < tokens.length; at += 1) {
    const file = fileOutside(tokens[at]!, page);
    if (file === null) continue;
    const end = tokens.findIndex(({ type }, index) => index > at && type === 'link_close');
    const words = tokens.slice(at + 1, end);
    const name = new Token('code_inline', 'code', 0);
    name.content = file;
    const text = new Token('text', '', 0);
    text.content = ' ';
    const isNamed = words.map(({ content }) => content).join('') === file;
    tokens.splice(at, end - at + 1, ...(isNamed ? [name] : [...words, text, name]));
  }
}

/** @returns its path in the repository, or null if it is no link to one. */
function fileOutside(token: Token, page: string): string | null {
  const link = token.type === 'link_open' ? (token.attrGet('href') ?? '') : '';
  if (/^(?:[a-z]+:|[/#]|$)/i.test(link)) return null;
  const file = posix.normalize(posix.join('docs', posix.dirname(page), link.replace(/#.*$/, '')));
  return file.startsWith('docs/') && /\.md$/.test(file) ? null : file;
}

/** Pages are texts, and no templates: braces are what they are. */
export function keepBraces(markdown: Markdown): void {
  const { rules } = markdown.renderer;
  for (const kind of ['text', 'code_inline']) {
    const render = rules[kind]!.bind(rules);
    rules[kind] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
  }
}

/** Cells are aligned by a class instead of a style, which the Content-Security-Policy refuses in markup. */
export function alignByClass(markdown: Markdown): void {
  markdown.core.ruler.push('cells', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      token.attrs &&= token.attrs.map(([name, value]) =>
        name === 'style' ? ['class', `align-${value.split(':')[1]}`] : [name, value],
      );
    }
  });
}

/** Letters and marks of Chinese, between which nothing stands. */
const CHINESE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef“”‘’…—]/u;
/** Marks that bring their own distance, whatever follows or precedes. */
const MARK = /[\u3001-\u303f\uff00-\uffef]/;

/** A line that ends within a sentence is no space in Chinese. */
export function joinLines(markdown: Markdown): void {
  markdown.renderer.rules['softbreak'] = (...given) => {
    const [tokens, at] = given as [Token[], number];
    const [before, after] = [letterOf(tokens, at, -1), letterOf(tokens, at, 1)];
    const isWithinChinese = CHINESE.test(before) && CHINESE.test(after);
    return isWithinChinese || MARK.test(before) || MARK.test(after) ? '' : '\n';
  };
}

/** The last letter before a place, or the first one after it. */
function letterOf(tokens: readonly Token[], at: number, step: 1 | -1): string {
  for (let place = at + step; tokens[place]; place += step) {
    const { type, content } = tokens[place]!;
    if (content !== '' || type === 'softbreak') return [...content].at(step === 1 ? 0 : -1) ?? '';
  }
  return '';
}
