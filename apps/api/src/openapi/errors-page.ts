import type { ErrorDefinition } from '@libs/kernel';
import { STATUS_OF_KIND } from '../http/answers/problem.filter';

const INTRODUCTION = `# Errors

Every error is a problem document (RFC 9457, \`application/problem+json\`) with a stable \`code\`. A code keeps its
meaning; \`detail\` says what to do, in the locale of the response. This file is made from the code by \`npm run openapi\`.
`;

/** The error catalogue for client developers. */
export function errorsPage(catalogue: readonly ErrorDefinition[]): string {
  const rows = catalogue.map(
    ({ code, kind, title, detail }) => `| \`${code}\` | ${STATUS_OF_KIND[kind]} | ${title} | ${detail['en-US']} |`,
  );
  return [INTRODUCTION, '| Code | Status | Title | Meaning |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}
