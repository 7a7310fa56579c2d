import { adminSnippet } from '../../frame/snippets';

/** A tenant with its first owner, made without the console. */
export function createSnippet(): string {
  const owner = { email: 'lin@example.com', display_name: 'Lin' };
  return adminSnippet('createAdminTenant', { body: { code: 'acme', name: 'Acme', owner } });
}
