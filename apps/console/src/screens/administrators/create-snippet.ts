import { adminSnippet } from '../../frame/snippets';

/** A colleague who is invited without the console. */
export function inviteSnippet(): string {
  const body = { email: 'lin@example.com', display_name: 'Lin', roles: ['content_editor'] };
  return adminSnippet('inviteAdminUser', { body });
}
