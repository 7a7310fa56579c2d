import type { components } from '../../api/schema';
import { snippetOf } from '../../frame/snippets';

type FilePurpose = components['schemas']['FilePurpose'];

/** The same upload without the console. */
export function uploadSnippet(purpose: FilePurpose = 'content_image'): string {
  const body = { purpose, file: '@picture.png' };
  const headers = { Authorization: 'Bearer $TOKEN' };
  return snippetOf(
    'curl',
    { method: 'POST', url: '/admin-api/v1/files', headers, body, isForm: true },
    location.origin,
  );
}
