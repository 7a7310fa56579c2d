import { formOf } from '@libs/foundation';
import { CHINESE, CHINESE_SECTIONS } from './configuration-in-chinese';

const WORDS = {
  en: {
    introduction: `# Configuration

The program reads its environment alone, and each variable also as \`<NAME>_FILE\`, the path of a file with the value. Empty means
absent. All errors are reported at the start, and the process ends with code 78. In development every variable is optional. Made
from \`.env.example\` and from what the program checks, by \`npm run openapi\`.`,
    head: '| Variable | Default | Values |',
  },
  zh: {
    introduction: `# 配置

程序只读取环境变量；每个变量也可以写成 \`<NAME>_FILE\`，即内容为该值的文件的路径。空值等于未设置。所有错误在启动时一次报告，
进程以退出码 78 结束。开发环境中所有变量都可以省略。本页由 \`npm run openapi\` 从 \`.env.example\` 和程序的检查规则生成。`,
    head: '| 变量 | 默认值 | 取值 |',
  },
} as const;

/** Variables that are described together. */
interface Entry {
  readonly names: readonly string[];
  readonly defaults: readonly string[];
  readonly text: string;
}

interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The configuration reference, in the order of `.env.example` and with its texts. */
export function configurationPage(example: string, language: 'en' | 'zh'): string {
  const { introduction, head } = WORDS[language];
  const parts = sectionsOf(example).flatMap(({ title, entries }) => [
    `## ${language === 'en' ? title : (CHINESE_SECTIONS[title] ?? title)}`,
    ...entries.flatMap((entry) => [
      `### ${entry.names.map((name) => `\`${name}\``).join(', ')}`,
      language === 'en' ? entry.text : (CHINESE[entry.names[0] ?? ''] ?? entry.text),
      [head, '| --- | --- | --- |', ...entry.names.map((name, at) => rowOf(name, entry.defaults[at] ?? ''))].join('\n'),
    ]),
  ]);
  return `${[introduction, ...parts].join('\n\n')}\n`;
}

/** The first variables of all entries, by which they are translated; and the titles of sections. */
export function keysOfConfiguration(example: string): { readonly titles: string[]; readonly names: string[] } {
  const sections = sectionsOf(example);
  return {
    titles: sections.map(({ title }) => title),
    names: sections.flatMap(({ entries }) => entries.map(({ names }) => names[0] ?? '')),
  };
}

function rowOf(name: string, initial: string): string {
  return `| \`${name}\` | ${initial === '' ? '' : `\`${initial}\``} | ${formOf(name) ?? ''} |`;
}

function sectionsOf(example: string): Section[] {
  const [, ...parts] = example.split(/^# --- (.+?) -+$/m);
  return parts.flatMap((title, at) => (at % 2 === 0 ? [{ title, entries: entriesOf(parts[at + 1] ?? '') }] : []));
}

/** A comment belongs to all variables that follow it, and what has none to those before it. */
function entriesOf(part: string): Entry[] {
  const entries: { names: string[]; defaults: string[]; comments: string[] }[] = [];
  let comments: string[] = [];
  for (const line of part.split('\n')) {
    if (line.startsWith('#')) {
      comments.push(line.slice(1).trim());
      continue;
    }
    const [, name, value] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const last = entries.at(-1);
    if (comments.length === 0 && last) {
      last.names.push(name);
      last.defaults.push(value);
    } else entries.push({ names: [name], defaults: [value], comments });
    comments = [];
  }
  return entries.map(({ names, defaults, comments: lines }) => ({
    names,
    defaults,
    text: lines.map(asCode).join('\n'),
  }));
}

/** Commands and addresses would be markup. */
function asCode(line: string): string {
  return /^(?:node -e|echo) /.test(line) ? `\n    ${line}\n` : line.replaceAll(/<([^>]+)>/g, '\\<$1>');
}
