import { snippetOf } from '../../frame/snippets';

/** How somebody becomes a member: the App asks it, and a code comes by mail. */
export function registerSnippet(appId: string): string {
  return snippetOf(
    'curl',
    {
      ...{ method: 'POST', url: '/api/v1/auth/register', isForm: false },
      headers: { 'X-AppID': appId },
      body: { email: 'li.wei@example.com', display_name: 'Li Wei', password: '$PASSWORD' },
    },
    location.origin,
  );
}
