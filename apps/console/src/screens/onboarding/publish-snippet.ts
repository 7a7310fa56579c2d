import { snippetOf } from '../../frame/snippets';
import { uploadSnippet } from '../files/upload-snippet';
import type { App } from './slides';

/** The first onboarding, made without the console: a picture is uploaded, and a slide published with it. */
export function publishSnippet({ id, default_locale }: Pick<App, 'id' | 'default_locale'>): string {
  const slide = {
    image_file_id: '$FILE_ID',
    title: { [default_locale]: 'Welcome' },
    description: { [default_locale]: 'Fresh bread, every day' },
  };
  const body = { expected_version: 0, enabled: true, slides: [slide] };
  const headers = { Authorization: 'Bearer $TOKEN' };
  const url = `/admin-api/v1/apps/${id}/startup/onboarding/publish`;
  const publish = snippetOf('curl', { method: 'POST', url, headers, body, isForm: false }, location.origin);
  return [uploadSnippet('onboarding_image'), publish].join('\n\n');
}
