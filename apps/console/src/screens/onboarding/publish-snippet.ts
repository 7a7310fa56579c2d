import { adminSnippet } from '../../frame/snippets';
import type { App } from './slides';

/** The first onboarding, made without the console: a picture is uploaded, and a slide published with it. */
export function publishSnippet({ id, default_locale }: Pick<App, 'id' | 'default_locale'>): string {
  const slide = {
    image_file_id: '$FILE_ID',
    title: { [default_locale]: 'Welcome' },
    description: { [default_locale]: 'Fresh bread, every day' },
  };
  return [
    adminSnippet('uploadAdminFile', { form: { purpose: 'onboarding_image', file: '@picture.png' } }),
    adminSnippet('publishAdminAppOnboarding', {
      path: { app_id: id },
      body: { expected_version: 0, enabled: true, slides: [slide] },
    }),
  ].join('\n\n');
}
