import { type AnyInput, FORM, MULTIPART, type OperationSpec } from './operation.js';
import type { MultipartForm, TransportRequest } from './transport.js';
import type { Upload } from './upload.js';

/** @returns the address of a request. Lists in queries are separated by commas, as the document has it. */
export function urlOf(baseUrl: string, path: string, { path: inPath = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const asked = pairs(query);
  return baseUrl.replace(/\/+$/, '') + filled + (asked === '' ? '' : `?${asked}`);
}

/** The content type is missing where the transport has to make it, with the boundary of the form. */
export function encodedBody(
  { flags }: OperationSpec,
  body: unknown,
): { readonly contentType?: string; readonly body?: TransportRequest['body'] } {
  if (body === undefined) return {};
  if (flags & MULTIPART) return { body: formOf(body as Record<string, string | Upload | undefined>) };
  if (flags & FORM) {
    return { contentType: 'application/x-www-form-urlencoded', body: pairs(body as Record<string, unknown>) };
  }
  return { contentType: 'application/json', body: JSON.stringify(body) };
}

/** Fields before files: the server can refuse a file for them before it has read it. */
function formOf(body: Readonly<Record<string, string | Upload | undefined>>): MultipartForm {
  const given = Object.entries(body).filter((entry): entry is [string, string | Upload] => entry[1] !== undefined);
  const isText = ([, value]: [string, unknown]): boolean => typeof value === 'string';
  return [...given.filter(isText), ...given.filter((entry) => !isText(entry))];
}

function pairs(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const parts = (Array.isArray(value) ? value : [value]) as readonly unknown[];
      return `${encodeURIComponent(name)}=${parts.map((part) => encodeURIComponent(String(part))).join(',')}`;
    })
    .join('&');
}
