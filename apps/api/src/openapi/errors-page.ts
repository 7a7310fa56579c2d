import { type ErrorDefinition, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { STATUS_OF_KIND } from '../http/answers/problem.filter';

const INTRODUCTIONS = {
  en: `# Errors

Every error is a problem document (RFC 9457, \`application/problem+json\`) with a stable \`code\`. A code keeps its
meaning; \`detail\` says what to do, in the locale of the response, and is what members read. Behind each code stand the
status and the title, below it the \`detail\` of each language. This file is made from the code by \`npm run openapi\`.
`,
  zh: `# 错误

每个错误都是一份带有稳定 \`code\` 的问题文档（RFC 9457，\`application/problem+json\`）。错误码的含义不会改变；\`detail\`
用响应的语言说明该怎么做，也就是会员看到的文字。每个错误码之后是状态码和标题，其下是各语言的 \`detail\`。本文件由 \`npm run openapi\`
从代码生成。
`,
};

const NAMES: Readonly<Record<SupportedLocale, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'ja-JP': '日本語',
};

/** First that of the page, then the others in their order. */
const FIRST = { en: 'en-US', zh: 'zh-CN' } as const;

/** The error catalogue for client developers, with what members read in each language. */
export function errorsPage(catalogue: readonly ErrorDefinition[], language: 'en' | 'zh'): string {
  const first = FIRST[language];
  const locales = [first, ...SUPPORTED_LOCALES.filter((locale) => locale !== first)];
  const areas = Map.groupBy(catalogue, ({ code }) => code.split('.')[0] ?? '');
  const sections = [...areas].map(([area, errors]) => [
    `## ${area}`,
    ...errors.map((error) => errorOf(error, locales)),
  ]);
  return `${[INTRODUCTIONS[language].trimEnd(), ...sections.flat()].join('\n\n')}\n`;
}

function errorOf({ code, kind, title, detail }: ErrorDefinition, locales: readonly SupportedLocale[]): string {
  const texts = locales.map((locale) => `- ${NAMES[locale]}: ${detail[locale]}`);
  return [`### \`${code}\``, '', `${STATUS_OF_KIND[kind]}, ${title}`, '', ...texts].join('\n');
}
