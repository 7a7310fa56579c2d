import { OPERATIONS, type OperationId } from '../api/operations';
import type { SentRequest } from '../api/requests';
import type { BodyOf } from '../api/types';

export const SNIPPET_KINDS = ['curl', 'fetch', 'uni.request'] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

type Described = Pick<SentRequest, 'method' | 'url' | 'headers' | 'body' | 'isForm'>;

/** What makes each attempt its own; a copy of the request makes a new one. */
const NOT_COPIED = new Set(['Idempotency-Key']);

/** The same request outside of this page. It never contains a token, and whatever names a secret is masked in its body. */
export function snippetOf(kind: SnippetKind, request: Described, origin: string): string {
  const headers = Object.entries(request.headers).filter(([name]) => !NOT_COPIED.has(name));
  if (request.body !== undefined && !request.isForm) headers.push(['Content-Type', 'application/json']);
  const described = { ...request, url: origin + request.url, headers };
  if (kind === 'curl') return curl(described);
  return kind === 'fetch' ? fetchCall(described) : uniRequest(described);
}

/** What an administrator does, by curl instead of the console, with a token of their own. */
export function adminSnippet<Id extends OperationId>(
  operation: Id,
  input: { readonly path?: Readonly<Record<string, string>> } & (
    | { readonly body: BodyOf<Id> }
    | { readonly form: Readonly<Record<string, string>> }
  ),
): string {
  const { method, path } = OPERATIONS[operation];
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => input.path?.[name] ?? '');
  const sent = 'form' in input ? { body: input.form, isForm: true } : { body: input.body, isForm: false };
  const headers = { Authorization: 'Bearer $TOKEN' };
  return snippetOf('curl', { method, url, headers, ...sent }, location.origin);
}

/** What an administrator reads, by curl, with a token of their own. */
export function adminReadSnippet(operation: OperationId, query = ''): string {
  return readSnippet(OPERATIONS[operation].path + query, { Authorization: 'Bearer $TOKEN' });
}

/** What an App reads, by curl. */
export function readSnippet(url: string, headers: Readonly<Record<string, string>>): string {
  return snippetOf('curl', { method: 'GET', url, headers, body: undefined, isForm: false }, location.origin);
}

interface Prepared extends Omit<Described, 'headers'> {
  readonly headers: readonly (readonly [string, string])[];
}

function curl({ method, url, headers, body, isForm }: Prepared): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    // In double quotes the shell puts the token in.
    ...headers.map(([name, value]) =>
      value.includes('$TOKEN') ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : isForm ? formFields(body) : [`-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

function formFields(body: unknown): string[] {
  return Object.entries(body as Record<string, string>).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function fetchCall({ method, url, headers, body, isForm }: Prepared): string {
  const lines = [
    `await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: ${indented(Object.fromEntries(headers))},`,
    ...(body === undefined ? [] : [`  body: ${isForm ? 'form' : `JSON.stringify(${indented(body)})`},`]),
    '});',
  ];
  return lines.join('\n');
}

function uniRequest({ method, url, headers, body, isForm }: Prepared): string {
  const { file, ...fields } = (isForm ? body : {}) as Record<string, string>;
  const lines = [
    isForm ? 'uni.uploadFile({' : 'uni.request({',
    `  url: ${JSON.stringify(url)},`,
    ...(isForm
      ? ["  name: 'file',", `  filePath: ${JSON.stringify(file?.slice(1) ?? '')},`]
      : [`  method: '${method}',`]),
    `  header: ${indented(Object.fromEntries(headers))},`,
    ...(isForm ? [`  formData: ${indented(fields)},`] : body === undefined ? [] : [`  data: ${indented(body)},`]),
    '  success: ({ statusCode, data }) => console.log(statusCode, data),',
    '});',
  ];
  return lines.join('\n');
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}
