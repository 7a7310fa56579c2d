import { adminSnippet } from '../../frame/snippets';

/** A role of one's own, made without the console. */
export function createSnippet(): string {
  const body = { code: 'support', name: 'Support', permissions: ['apps.read', 'members.read'] };
  return adminSnippet('createAdminRole', { body });
}
