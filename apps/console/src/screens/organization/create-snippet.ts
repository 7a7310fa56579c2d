import { adminSnippet } from '../../frame/snippets';

/** The first department, made without the console. */
export function createSnippet(): string {
  return adminSnippet('createAdminOrganizationUnit', { body: { name: 'Support' } });
}
