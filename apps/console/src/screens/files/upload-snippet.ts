import { snippetOf } from '../../frame/snippets';

/** The same upload without the console. */
export function uploadSnippet(): string {
  const body = { purpose: 'content_image', file: '@picture.png' };
  const headers = { Authorization: 'Bearer $TOKEN' };
  return snippetOf(
    'curl',
    { method: 'POST', url: '/admin-api/v1/files', headers, body, isForm: true },
    location.origin,
  );
}
