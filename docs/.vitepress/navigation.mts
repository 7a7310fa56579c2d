import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { texts } from './texts.mts';

export type Language = keyof typeof texts;

interface Item {
  readonly text: string;
  readonly link: string;
}

interface Group {
  readonly text: string;
  readonly items: Item[];
}

const DOCS = join(import.meta.dirname, '..');

/**
 * What each group of the sidebar has, by name and in order. A folder stands for those of its pages that are not named,
 * so a page that is written finds its place by itself.
 */
const GROUPS = {
  begin: ['before-you-begin', 'first-hour/mobile', 'first-hour/administrators', 'first-hour/operators', 'first-hour/'],
  modules: [
    ...['configuration', 'registration-and-sign-in', 'captcha-and-sms', 'sessions-and-devices', 'account'],
    ...['legal-and-pages', 'articles', 'dictionaries', 'regions', 'files', 'releases', 'notices-and-inbox', 'push'],
    ...['members', 'administrators-and-roles', 'multi-tenancy', 'settings', 'audit', 'jobs', 'webhooks', 'api-clients'],
    '',
  ].map((name) => `modules/${name}`),
  reference: [...['errors', 'reference/', 'audiences-and-inboxes', 'api-clients', 'migration/']],
  operations: ['operations', 'kubernetes', 'compose', 'backup', 'runbook', 'performance', 'scaling', 'versions'],
  about: ['console', 'comparison', 'generators', 'dependencies', 'decisions/index'],
} as const satisfies Record<string, readonly string[]>;

const NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[];

/** The menu above, and the pages beside a page. The records of decisions have a sidebar of their own. */
export function navigationOf(language: Language) {
  const groups = NAMES.map((name): Group => ({
    text: texts[language].groups[name],
    items: pagesOf(GROUPS[name]).map((page) => itemOf(page, language)),
  })).filter(({ items }) => items.length > 0);
  const records: Group = {
    text: texts[language].decisions,
    items: pagesIn('decisions/').map((page) => itemOf(page, 'root')),
  };
  const sidebar: Record<string, Group[]> =
    language === 'root' ? { '/decisions/': [records], '/': groups } : { '/zh/': groups };
  return {
    sidebar,
    nav: [...groups.map(({ text, items }) => ({ text, link: items[0]!.link })), { component: 'SwaggerLink' }],
  };
}

function pagesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (name.endsWith('/')) return pagesIn(name).filter((page) => !names.includes(page));
    return existsSync(fileOf(name, 'root')) ? [name] : [];
  });
}

function pagesIn(folder: string): string[] {
  const files = globSync('*.md', { cwd: join(DOCS, folder) }).sort();
  return files.map((file) => folder + basename(file, '.md')).filter((page) => page !== `${folder}index`);
}

/** A page that nobody has translated yet is the English one, and says so. */
function itemOf(page: string, language: Language): Item {
  const isThere = existsSync(fileOf(page, language));
  const spoken = isThere ? language : 'root';
  const title = titleOf(page, spoken);
  const link = `${spoken === 'root' ? '' : `/${spoken}`}/${page.replace(/(^|\/)index$/, '$1')}`;
  return { text: isThere ? title : texts[language].english(title), link };
}

function fileOf(page: string, language: Language): string {
  return join(DOCS, language === 'root' ? '' : language, `${page}.md`);
}

function titleOf(page: string, language: Language): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(fileOf(page, language), 'utf8')) ?? [];
  if (!title) throw new Error(`docs/${page}.md has no title`);
  // It becomes markup.
  return title.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
