import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';

const DOCS = 'docs';
const CHINESE = 'zh/';

/** What every page starts from. */
export const BEGINNING = 'before-you-begin.md';

/** The languages of blocks that are executed. Whatever else a page shows is only read. */
const EXECUTED = ['sh', 'ts', 'js'];

/** All blocks of these are executed by a suite. */
const RUNNING = ['first-hour/', 'modules/', 'migration/'];

export interface Block {
  readonly language: string;
  readonly code: string;
}

/** The pages of the guide in English, by their paths in `docs`. The records of decisions have no other language. */
export function englishPages(): string[] {
  return markdownIn(DOCS).filter((page) => !page.startsWith(CHINESE) && !page.startsWith('decisions/'));
}

export function chinesePages(): string[] {
  return markdownIn(`${DOCS}/zh`);
}

export function textOf(page: string, language: '' | 'zh' = ''): string {
  return readFileSync(`${DOCS}/${language === '' ? '' : CHINESE}${page}`, 'utf8');
}

/** The pages that suites run. */
export function runningPages(): string[] {
  return englishPages().filter(
    (page) => RUNNING.some((folder) => page.startsWith(folder)) && executedBlocksOf(textOf(page)).length > 0,
  );
}

export function executedBlocksOf(text: string): Block[] {
  return Array.from(text.matchAll(/^ *```(\w+)[^\n]*\n([^]*?)^ *```$/gm), ([, language = '', code = '']) => ({
    language,
    code,
  })).filter(({ language }) => EXECUTED.includes(language));
}

export function markdownIn(folder: string): string[] {
  return globSync('**/*.md', { cwd: folder })
    .map((page) => page.split(sep).join('/'))
    .sort();
}
