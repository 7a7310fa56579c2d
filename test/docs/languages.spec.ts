import { existsSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import {
  BEGINNING,
  chinesePages,
  englishPages,
  executedBlocksOf,
  markdownIn,
  runningPages,
  textOf,
} from './support/pages';

/** Pages that are only in English so far. Whoever translates one takes it out. */
const ONLY_ENGLISH = [
  'api-clients.md',
  'audiences-and-inboxes.md',
  'backup.md',
  'compose.md',
  'dependencies.md',
  'generators.md',
  'kubernetes.md',
  'performance.md',
  'runbook.md',

  'versions.md',
];

/** Pages of operators, whose commands no suite can run as they are, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'api-clients.md': 'stands in for the secret of a client; release-script.e2e-spec.ts runs docs/release.sh',
  'compose.md': 'needs Docker; compose.process-spec.ts runs what the file has',
  'kubernetes.md': 'needs a cluster; chart.spec.ts takes its values',
  'operations.md': 'shows one request between texts',
  'performance.md': 'measures for minutes',
};

interface Navigation {
  navigationOf(language: 'root' | 'zh'): {
    readonly sidebar: Readonly<Record<string, readonly { readonly items: readonly { readonly link: string }[] }[]>>;
  };
}

describe('The pages of the guide', () => {
  it('are in both languages, but for those that are listed', () => {
    const chinese = chinesePages();
    expect(englishPages().filter((page) => !chinese.includes(page))).toEqual(ONLY_ENGLISH);
    expect(chinese.filter((page) => !englishPages().includes(page))).toEqual([]);
  });

  it.each(chinesePages())('say the same in Chinese, with the same commands: %s', (page) => {
    const [english, chinese] = [textOf(page), textOf(page, 'zh')];
    expect(executedBlocksOf(chinese)).toEqual(executedBlocksOf(english));
    const levels = (text: string) => withoutBlocks(text).match(/^#+(?= )/gm);
    expect(levels(chinese)).toEqual(levels(english));
  });

  it('have all their commands run, but for those of operators', () => {
    const run = [BEGINNING, ...runningPages()];
    const others = englishPages().filter((page) => executedBlocksOf(textOf(page)).length > 0 && !run.includes(page));
    expect(others).toEqual(Object.keys(NOT_RUN));
  });

  it('name the languages of blocks that nobody runs by words of which none is executed', () => {
    const known =
      /^(?:sh|ts|js|console|text|json|yaml|cron|sql|nginx|http|toml|ini|promql|dockerfile|xml|kotlin|swift|html|vue)?$/;
    for (const page of markdownIn('docs')) {
      const languages = Array.from(textOf(page).matchAll(/^ *```(\S*)/gm), ([, language = '']) => language);
      expect({ page, unknown: languages.filter((language) => !known.test(language)) }).toEqual({ page, unknown: [] });
    }
  });
});

describe('The links of the guide', () => {
  it.each(markdownIn('docs'))('lead somewhere: %s', (page) => {
    const dead = linksOf(textOf(page)).filter((link) => !isAlive(link, page));
    expect(dead).toEqual([]);
  });
});

describe('The navigation of the guide', () => {
  let navigation: Navigation;
  beforeAll(async () => {
    navigation = (await import(resolve('docs/.vitepress/navigation.mts'))) as Navigation;
  });
  const linksIn = (language: 'root' | 'zh') =>
    Object.values(navigation.navigationOf(language).sidebar).flatMap((groups) =>
      groups.flatMap(({ items }) => items.map(({ link }) => link)),
    );

  it('names each page once', () => {
    const linked = linksIn('root');
    expect(new Set(linked).size).toBe(linked.length);
    const all = markdownIn('docs').filter((page) => !page.startsWith('zh/') && page !== 'index.md');
    expect([...linked].sort()).toEqual(all.map((page) => `/${page.replace(/(?:(^|\/)index)?\.md$/, '$1')}`).sort());
  });

  it('has in Chinese the same pages, and those in English that there is no Chinese one of', () => {
    const isRecord = (link: string) => /^\/decisions\/./.test(link);
    const english = linksIn('root').filter((link) => !isRecord(link));
    const chinese = linksIn('zh');
    expect(chinese.map((link) => link.replace(/^\/zh\//, '/'))).toEqual(english);
    const only = chinese.filter((link) => !link.startsWith('/zh/'));
    expect(only.sort()).toEqual([...ONLY_ENGLISH.map((page) => `/${page.slice(0, -3)}`), '/decisions/'].sort());
  });
});

function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[^]*?^ *```$/gm, '');
}

function linksOf(text: string): string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '`');
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
}

/** Files of the repository may be linked, too: the site names them. */
function isAlive(link: string, page: string): boolean {
  if (/^https?:\/\//.test(link)) return true;
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path));
  if (!existsSync(posix.join('docs', file))) return false;
  return anchor === undefined || (file.endsWith('.md') && anchorsOf(textOf(file)).includes(decodeURIComponent(anchor)));
}

/** As VitePress names headings, and hosts of repositories do. */
function anchorsOf(text: string): string[] {
  return Array.from(withoutBlocks(text).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .replaceAll(/[`*]/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}
